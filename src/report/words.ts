import { compareText } from '../core/compare-text.ts'
import { hasSpoken } from '../core/gate.ts'
import type { DiscardedFinding, Finding, ReviewerOutcome, ReviewResult, ScopeKind } from '../types.ts'
import { countBySeverity } from './order.ts'

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** '1 P0, 2 P3' or 'none'. */
export function severityCounts(result: ReviewResult): string {
  const parts = countBySeverity(result).flatMap(([severity, count]) => (count === 0 ? [] : [`${count} ${severity}`]))
  return parts.length === 0 ? 'none' : parts.join(', ')
}

/** '2 line not changed, 1 low confidence', the most frequent first. */
export function discardCounts(discarded: readonly DiscardedFinding[]): string {
  const counts = new Map<string, number>()
  for (const { code } of discarded) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
    .map(([code, count]) => `${count} ${code.replaceAll('_', ' ')}`)
    .join(', ')
}

/** 'src/a.ts:14', as terminals and editors understand it; null without a file. */
export function place(finding: Finding): string | null {
  if (finding.file === null) return null
  return finding.line === null ? finding.file : `${finding.file}:${finding.line}`
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
