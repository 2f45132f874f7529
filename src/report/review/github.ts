import type { Finding, ReviewResult } from '../../types.ts'
import { explanationText } from '../explanation.ts'
import { ordered } from '../order.ts'
import type { Reporter } from '../reporter.ts'
import { visible, visibleLine } from '../visible.ts'
import { labelOf, levelOf, lineRange, reasonsOf, severityCounts, stillOpenLine } from '../words.ts'
import { workflowCommand } from '../workflow-command.ts'

const levels = { error: 'error', warning: 'warning', note: 'notice' } as const

/**
 * Workflow commands of GitHub Actions, the worst finding first because GitHub shows only ten annotations of each level
 * in a step, then one line for people who read the log.
 */
export const github: Reporter = (result) => {
  const lines = [
    ...ordered(result.findings).map(annotation),
    ...incomplete(result),
    ...notices(result),
    summary(result),
  ]
  return `${lines.join('\n')}\n`
}

/** One finding, shown by the run beside its line. */
export function annotation(finding: Finding): string {
  const range = lineRange(finding)
  const properties: [string, string][] = []
  if (finding.file !== null) properties.push(['file', visible(finding.file)])
  if (range !== null) properties.push(['line', String(range.start)], ['endLine', String(range.end)])
  properties.push(['title', `${finding.severity} ${visibleLine(finding.title)}`])
  return workflowCommand(levels[levelOf(finding)], properties, message(finding))
}

function message(finding: Finding): string {
  const origin = [finding.id, finding.rule, ...finding.reviewers].filter((part) => part !== null)
  return `${explanationText(finding, '\n')}\n(${origin.map(visibleLine).join(', ')})`.trim()
}

/** A review that could not be finished, or fails by --fail-on, must be seen where the findings would have been. */
function incomplete(result: ReviewResult): string[] {
  const isSaid = result.gate.result === 'inconclusive' || result.failOn?.reason != null
  const level = result.failOn?.exitCode === 0 ? 'notice' : 'error'
  return isSaid
    ? [workflowCommand(level, [['title', labelOf(result)]], reasonsOf(result).map(visibleLine).join('\n'))]
    : []
}

function notices(result: ReviewResult): string[] {
  const open = stillOpenLine(result)
  return [...result.notices, ...(open === null ? [] : [open])].map((notice) =>
    workflowCommand('notice', [['title', 'review-loop']], visible(notice)),
  )
}

function summary(result: ReviewResult): string {
  const reasons = reasonsOf(result).map(visibleLine).join(' ')
  return `review-loop: ${labelOf(result)}, gate ${result.gate.result}. Findings: ${severityCounts(result)}. ${reasons}`.trimEnd()
}
