import type { DiscardedFinding, Finding, ReviewResult } from '../../types.ts'
import { explanation, voices } from '../explanation.ts'
import { codeSpan, fence, prose, proseLine } from '../markdown-text.ts'
import { countBySeverity, ordered } from '../order.ts'
import type { CodeFrame, ReportContext, Reporter } from '../reporter.ts'
import { counted, hasFailed, labelOf, lineRange, place, reasonsOf, scopeName, stillOpenLine } from '../words.ts'
import { frameLines } from './code-frame.ts'

const frameWidth = 160

/** For pull request comments and documents. */
export const markdown: Reporter = (result, context) => {
  const blocks = [
    `## review-loop: ${proseLine(labelOf(result))}`,
    gate(result),
    openLine(result),
    counts(result),
    ...ordered(result.findings).map((finding) => findingBlock(finding, context)),
    ...failedReviewers(result),
    ...discardedBlock(result.discarded),
    ...result.notices.map((notice) => `> ${proseLine(notice)}`),
    footer(result, context),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function gate(result: ReviewResult): string {
  const words = {
    pass: 'The gate **passed**.',
    blocked: 'The gate is **blocked**:',
    inconclusive: 'The review is **incomplete**:',
  }
  return [words[result.gate.result], ...reasonsOf(result).map((reason) => `- ${proseLine(reason)}`)].join('\n')
}

function openLine(result: ReviewResult): string {
  const open = stillOpenLine(result)
  return open === null ? '' : `**${proseLine(open)}**`
}

function counts(result: ReviewResult): string {
  const cells = [
    ...countBySeverity(result),
    ['Blocking', result.findings.filter((finding) => finding.blocking).length],
    ['Discarded', result.discarded.length],
  ]
  return [
    `| ${cells.map(([name]) => name).join(' | ')} |`,
    `|${cells.map(() => '--:|').join('')}`,
    `| ${cells.map(([, count]) => count).join(' | ')} |`,
  ].join('\n')
}

function findingBlock(finding: Finding, context: ReportContext): string {
  const where = place(finding)
  const frame = context.frames.get(finding.id)
  const blocks = [
    `### ${finding.severity} ${proseLine(finding.title)}`,
    [where === null ? 'The change as a whole' : codeSpan(where), finding.blocking ? '**blocks**' : '']
      .filter(Boolean)
      .join(', '),
    frame === undefined ? '' : fence(codeBlock(finding, frame), 'text'),
    ...explanation(finding).map(({ label, text }) => `${label === null ? '' : `**${label}:** `}${prose(text)}`),
    suggestion(finding),
    origin(finding),
  ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

function codeBlock(finding: Finding, frame: CodeFrame): string {
  const lines = frameLines(finding, frame, frameWidth)
  const digits = String(lines.at(-1)?.number ?? 0).length
  return lines
    .map(({ number, text, marked }) => `${marked ? '>' : ' '} ${String(number).padStart(digits)} | ${text}`.trimEnd())
    .join('\n')
}

function suggestion(finding: Finding): string {
  const range = lineRange(finding)
  if (finding.suggestion === null || range === null) return ''
  const lines = range.end > range.start ? `lines ${range.start}–${range.end}` : `line ${range.start}`
  if (finding.suggestion === '') return `**Suggestion:** delete ${lines}.`
  return `**Suggestion** for ${lines}:\n\n${fence(finding.suggestion, 'suggestion')}`
}

function origin(finding: Finding): string {
  const parts = [codeSpan(finding.id)]
  if (finding.rule !== null) parts.push(codeSpan(finding.rule))
  parts.push(...voices(finding, proseLine))
  return `<sub>${parts.join(' · ')}</sub>`
}

function failedReviewers(result: ReviewResult): string[] {
  const failed = result.reviewers.filter(hasFailed)
  if (failed.length === 0) return []
  const lines = failed.map(
    ({ name, status, reason }) =>
      `- ${proseLine(name)} ${status.replaceAll('_', ' ')}${reason === null ? '' : `: ${proseLine(reason)}`}`,
  )
  return [['**Reviewers that did not finish:**', ...lines].join('\n')]
}

function discardedBlock(discarded: readonly DiscardedFinding[]): string[] {
  if (discarded.length === 0) return []
  const lines = ordered(discarded).map((finding) => {
    const where = place(finding)
    return `- ${finding.severity} ${where === null ? '' : `${codeSpan(where)} `}${proseLine(finding.title)}: ${proseLine(finding.reason)}`
  })
  return [
    `<details>\n<summary>${counted(discarded.length, 'discarded finding')}</summary>\n\n${lines.join('\n')}\n\n</details>`,
  ]
}

function footer(result: ReviewResult, context: ReportContext): string {
  const { kind, base, head, files, addedLines, removedLines } = result.scope
  return `<sub>review-loop ${context.version}: ${scopeName(kind)} ${codeSpan(base)} → ${codeSpan(head)}, ${counted(files, 'file')}, +${addedLines} −${removedLines}</sub>`
}
