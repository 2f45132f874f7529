import { duration } from '../../core/values/duration.ts'
import { wasAsked } from '../../core/verdict/conclude.ts'
import type { DiscardedFinding, ReviewerOutcome, ReviewResult, Usage } from '../../types.ts'
import { ordered } from '../order.ts'
import { visible, visibleLine } from '../visible.ts'
import { wrap } from '../width.ts'
import {
  counted,
  discardCounts,
  hasFailed,
  labelOf,
  place,
  reasonsOf,
  severityCounts,
  stillOpenLine,
} from '../words.ts'
import { type Page, proseWidth } from './text-page.ts'

const labelWidth = 11

/** Everything between the findings and the verdict. */
export function summary(page: Page, result: ReviewResult): string[] {
  return [
    ...entry(page, 'Findings', findings(page, result)),
    ...discarded(page, result.discarded),
    ...reviewers(page, result.reviewers),
    ...agents(page, result),
    ...(page.context.verbose ? details(page, result) : []),
    ...result.notices.flatMap((notice) => entry(page, 'Notice', visible(notice))),
  ]
}

function findings(page: Page, result: ReviewResult): string {
  const blocking = result.findings.filter((finding) => finding.blocking).length
  return severityCounts(result) + (blocking === 0 ? '' : page.colors.red(`, ${blocking} of them blocking`))
}

/** The last thing a person reads: the label, the gate and why. */
export function verdict(page: Page, result: ReviewResult): string[] {
  const { bold } = page.colors
  const gate = { pass: 'gate passed', blocked: 'gate blocked', inconclusive: 'gate inconclusive' }[result.gate.result]
  const head = `${bold(verdictColor(page, result)(visibleLine(labelOf(result))))}, ${gate}`
  const reasons = reasonsOf(result).map(visibleLine)
  const text =
    reasons.length < 2 ? [head, ...reasons].join(': ') : `${head}:\n${reasons.map((line) => `- ${line}`).join('\n')}`
  const open = stillOpenLine(result)
  return [...last(page, 'Verdict', text), ...(open === null ? [] : last(page, 'Open', visibleLine(open)))]
}

function last(page: Page, label: string, text: string): readonly string[] {
  return page.context.quiet ? wrap(text, page.width) : entry(page, label, text)
}

function verdictColor(page: Page, result: ReviewResult): (text: string) => string {
  const { green, yellow, red, magenta } = page.colors
  const value = result.verdict === 'approve' && result.failOn?.exitCode === 1 ? 'needs_attention' : result.verdict
  return { approve: green, needs_attention: yellow, decline: red, inconclusive: magenta }[value]
}

function discarded(page: Page, findings: readonly DiscardedFinding[]): string[] {
  if (findings.length === 0) return []
  const lines = entry(page, 'Discarded', discardCounts(findings))
  if (!page.context.verbose) return lines
  return [...lines, ...ordered(findings).flatMap((finding) => discardedLines(page, finding))]
}

function discardedLines(page: Page, finding: DiscardedFinding): string[] {
  const where = place(finding)
  const title = `${finding.severity} ${where === null ? '' : `${visibleLine(where)}  `}${visibleLine(finding.title)}`
  return [...entry(page, '', title), ...entry(page, '', `   ${visibleLine(finding.reason)}`).map(page.colors.dim)]
}

function reviewers(page: Page, outcomes: readonly ReviewerOutcome[]): string[] {
  const listed = page.context.verbose ? outcomes : outcomes.filter(hasFailed)
  return listed.flatMap((outcome) => entry(page, 'Reviewer', reviewerText(page, outcome)))
}

function reviewerText(page: Page, outcome: ReviewerOutcome): string {
  const { name, agent, status, reason, durationMs, findings } = outcome
  const who = visibleLine(name === agent ? name : `${name} (${agent})`)
  const how = hasFailed(outcome) ? page.colors.red(status.replaceAll('_', ' ')) : status
  const rest = reason === null ? counted(findings, 'finding') : visibleLine(reason)
  return `${who} ${how} after ${duration(durationMs)}: ${rest}`
}

/** What the agents cost, for those who pay. */
function agents(page: Page, { reviewers, usage, durationMs }: ReviewResult): string[] {
  const asked = reviewers.filter(wasAsked)
  if (asked.length === 0) return []
  const kept = asked.filter(({ status }) => status === 'cached').length
  const who = `${counted(asked.length, 'task')}${kept === 0 ? '' : ` (${kept} answered by kept replies)`}`
  if (kept === asked.length) return entry(page, 'Agents', who)
  const { inputTokens, outputTokens, cachedTokens } = usage
  const tokens = `${inputTokens} tokens in, ${outputTokens} out, ${cachedTokens} cached`
  const time = ` in ${duration(durationMs)}`
  return entry(
    page,
    'Agents',
    `${who}${time}; ${inputTokens + outputTokens > 0 ? `${tokens}; ` : ''}${costText(usage)}`,
  )
}

function details(page: Page, { reviewDir, coverage }: ReviewResult): string[] {
  const all = (label: string, files: readonly string[] = []) =>
    files.flatMap((file, index) => entry(page, index === 0 ? label : '', visibleLine(file)))
  return [
    ...all('Unanswered', coverage?.unanswered),
    ...all('Not shown', coverage?.notShown),
    ...all('Binary', coverage?.binary),
    ...all('Unreviewed', coverage?.notReviewed),
    ...(reviewDir === null ? [] : entry(page, 'Files', visibleLine(reviewDir))),
  ]
}

/** To four places: a cheap call costs less than a cent. */
export function costText({ costUsd, knownCostUsd }: Usage): string {
  if (costUsd !== null) return `$${costUsd.toFixed(4)}`
  return knownCostUsd === undefined ? 'cost not known' : `at least $${knownCostUsd.toFixed(4)}, the rest is not known`
}

/** A label, and a text that is wrapped beside it. */
export function entry(page: Pick<Page, 'colors' | 'width'>, label: string, text: string): string[] {
  const lines = wrap(text, Math.min(page.width, proseWidth) - labelWidth)
  return lines.map(
    (line, index) => (index === 0 ? page.colors.bold(label.padEnd(labelWidth)) : ' '.repeat(labelWidth)) + line,
  )
}
