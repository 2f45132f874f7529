import { severityLabel } from '../../core/findings/severity.ts'
import type { KeptThread } from '../../core/handoff/outdated-threads.ts'
import { shortened } from '../../core/values/shortened.ts'
import { onlyMechanical } from '../../core/verdict/conclude.ts'
import type { Finding, ReviewResult } from '../../types.ts'
import { codeSpan, proseLine } from '../markdown-text.ts'
import { ordered } from '../order.ts'
import { visibleLine } from '../visible.ts'
import { counted, labelOf, place, severityCounts } from '../words.ts'

const longestSummary = 500
const longestIssue = 79
const longestReason = 300

export interface SummaryContext {
  readonly headSha: string
  readonly hygieneOnly: boolean
  readonly kept: readonly KeptThread[]
}

/** What a pull request shows of a review, in at most 500 words. An incomplete one says so before anything else. */
export function handoffSummary(result: ReviewResult, { headSha, hygieneOnly, kept }: SummaryContext): string {
  const above = [
    `## Code review: ${proseLine(labelOf(result))}`,
    ...incomplete(result),
    ...(result.failOn?.reason == null ? [] : [proseLine(result.failOn.reason)]),
    `${overview(result)} Reviewed ${counted(result.scope.files, 'file')} at ${codeSpan(headSha.slice(0, 10))}.`,
    ...(hygieneOnly ? ['Only the quick sweep ran (secrets, leftovers, files that do not belong).'] : []),
    ...result.notices.filter((notice) => notice === onlyMechanical),
    ...stillOpen(kept),
  ]
  const list = ordered(result.findings).map(listEntry)
  const shown = fitting(list, longestSummary - wordsIn(above.join(' ')))
  const blocks = [...above, ...(shown.length > 0 ? [shown.join('\n')] : [])]
  return `${blocks.join('\n\n')}\n`
}

/** '[P1] what is wrong', shorter than 80 characters. */
export function issueLine({ severity, title }: Finding): string {
  return shortened(`[${severity}] ${visibleLine(title)}`, longestIssue)
}

function incomplete({ gate }: ReviewResult): readonly string[] {
  if (gate.result !== 'inconclusive') return []
  const reasons = gate.reasons.map((reason) => `- ${proseLine(shortened(reason, longestReason))}`)
  return [['**This review is incomplete, and so it approves nothing:**', ...fitting(reasons, 200)].join('\n')]
}

function stillOpen(kept: readonly KeptThread[]): readonly string[] {
  if (kept.length === 0) return []
  const places = kept.map(
    (thread) =>
      `- ${codeSpan(place({ ...thread, file: thread.path }) ?? 'the whole change')}: ${keptWords[thread.why]}.`,
  )
  return [['**Found earlier, not raised again, and still open:**', ...fitting(places, 150)].join('\n')]
}

const keptWords = { code: 'the code is as it was', person: 'a person spoke last' } as const

function overview(result: ReviewResult): string {
  if (result.findings.length === 0) return 'No findings.'
  const blocking = result.findings.filter((finding) => finding.blocking).length
  const blocks = blocking === 0 ? 'none blocks' : `${blocking} ${blocking === 1 ? 'blocks' : 'block'}`
  return `${counted(result.findings.length, 'finding')} (${severityCounts(result)}), of which ${blocks}.`
}

function listEntry(finding: Finding): string {
  const where = place(finding)
  const label = severityLabel(finding.severity, finding.blocking, '002')
  return `- **${label}** ${where === null ? '' : `${codeSpan(where)} `}${proseLine(issueLine(finding))}`
}

/** As many as there is room for; what is left out is counted. */
function fitting(lines: readonly string[], words: number): readonly string[] {
  const lastLine = 8
  let used = 0
  const count = lines.findIndex((line) => {
    used += wordsIn(line)
    return used > words - lastLine
  })
  if (count === -1) return lines
  return [...lines.slice(0, count), `- … and ${lines.length - count} more.`]
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}
