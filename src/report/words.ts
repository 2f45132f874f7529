import { compareText } from '../core/values/compare-text.ts'
import { hasSpoken } from '../core/verdict/gate.ts'
import type { DiscardCode, DiscardedFinding, Finding, ReviewerOutcome, ReviewResult, ScopeKind } from '../types.ts'
import { countBySeverity } from './order.ts'
import { visibleLine } from './visible.ts'

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** '1 P0, 2 P3' or 'none'. */
export function severityCounts(result: ReviewResult): string {
  const parts = countBySeverity(result).flatMap(([severity, count]) => (count === 0 ? [] : [`${count} ${severity}`]))
  return parts.length === 0 ? 'none' : parts.join(', ')
}

/** '2 line not changed (1 P0), 1 low confidence', the most frequent first. */
export function discardCounts(discarded: readonly DiscardedFinding[]): string {
  const byCode = new Map<DiscardCode, readonly DiscardedFinding[]>()
  for (const finding of discarded) byCode.set(finding.code, [...(byCode.get(finding.code) ?? []), finding])
  return [...byCode]
    .sort((a, b) => b[1].length - a[1].length || compareText(a[0], b[0]))
    .map(([code, findings]) => `${findings.length} ${code.replaceAll('_', ' ')}${graveAmong(code, findings)}`)
    .join(', ')
}

/** Those that would have blocked. What a duplicate says is not gone. */
function graveAmong(code: DiscardCode, findings: readonly DiscardedFinding[]): string {
  if (code === 'duplicate') return ''
  const counts = (['P0', 'P1'] as const)
    .map((severity) => ({ severity, count: findings.filter((finding) => finding.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => (findings.length === 1 ? severity : `${count} ${severity}`))
  return counts.length === 0 ? '' : ` (${counts.join(', ')})`
}

/** The verdict for people; where --fail-on makes a review fail that the gate lets pass, that. */
export function labelOf({ label, failOn }: ReviewResult): string {
  return failOn?.reason != null && failOn.exitCode !== 0 ? `Failed by --fail-on ${failOn.severity}` : label
}

/** Why it ended as it did: of the gate, and of --fail-on where that decides otherwise. */
export function reasonsOf({ gate, failOn }: ReviewResult): readonly string[] {
  if (failOn?.reason == null) return gate.reasons
  return [...gate.reasons, failOn.reason]
}

/** What the sweep alone does not look for, in one line. */
export function stillOpenLine({ stillOpen = [] }: ReviewResult): string | null {
  const [first, ...others] = stillOpen
  if (first === undefined) return null
  const finding = [first.severity, place(first), first.title, `(${first.id})`].filter((part) => part !== null).join(' ')
  const [more, it] = others.length === 0 ? ['', 'it'] : [` and ${others.length} more`, 'them']
  return `Still open from the last review: ${finding}${more}. --hygiene-only does not look for ${it}.`
}

/** 'src/a.ts:14', as terminals and editors understand it; null without a file. */
export function place({ file, line }: Pick<Finding, 'file' | 'line'>): string | null {
  if (file === null) return null
  return line === null ? file : `${file}:${line}`
}

/** 'src/a.ts:2: P1 blocking: It is wrong' */
export function findingLine(finding: Finding, paint: (severity: string) => string = (severity) => severity): string {
  const where = place(finding)
  const severity = paint(`${finding.severity}${finding.blocking ? ' blocking' : ''}`)
  return `${where === null ? '' : `${visibleLine(where)}: `}${severity}: ${visibleLine(finding.title)}`
}

/** The lines a finding is about, first and last included; null for a whole file. */
export function lineRange(finding: Finding): { readonly start: number; readonly end: number } | null {
  if (finding.line === null) return null
  return { start: finding.line, end: Math.max(finding.line, finding.endLine ?? finding.line) }
}

/** How loud other tools should be about it. What blocks is an error, whatever its severity. */
export function levelOf(finding: Finding): 'error' | 'warning' | 'note' {
  if (finding.blocking || finding.severity === 'P0' || finding.severity === 'P1') return 'error'
  return finding.severity === 'P2' ? 'warning' : 'note'
}

export function hasFailed(outcome: ReviewerOutcome): boolean {
  return !hasSpoken(outcome)
}

export function scopeName(kind: ScopeKind): string {
  const names = {
    branch: 'branch',
    staged: 'staged changes',
    paths: 'paths',
    range: 'range',
    pr: 'pull request',
  } as const
  return names[kind]
}
