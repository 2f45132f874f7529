import type { ChangedFile, ResolvedScope, ReviewerOutcome, ReviewResult } from '../types.ts'
import { decideGate, decideVerdict } from './gate.ts'
import type { Judgement } from './judge.ts'
import { compareSeverity } from './severity.ts'
import { addUsage, noUsage } from './usage.ts'

export interface ConcludeInput {
  readonly scope: ResolvedScope
  readonly files: readonly ChangedFile[]
  readonly judgement: Judgement
  readonly reviewers: readonly ReviewerOutcome[]
  /** What else keeps the review from being complete, one sentence each. */
  readonly problems?: readonly string[]
  readonly notices: readonly string[]
  readonly durationMs: number
  readonly reviewDir: string | null
}

const onlyMechanical =
  'Built-in reviewers find mechanical defects. They do not understand the change: this is no substitute for a reviewer that does.'

/** Everything a review came to, in one value. */
export function conclude(input: ConcludeInput): ReviewResult {
  const { scope, files, judgement, reviewers } = input
  const findings = [...judgement.findings].sort(
    (a, b) => compareSeverity(a.severity, b.severity) || compareText(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0),
  )
  const gate = decideGate({
    findings,
    reviewers,
    emptyChange: files.length === 0,
    problems: [
      ...(input.problems ?? []),
      ...judgement.discarded.filter(({ code }) => code === 'unknown_severity').map(({ reason }) => reason),
    ],
  })
  return {
    schemaVersion: 1,
    ...decideVerdict(gate, findings),
    gate: files.length === 0 ? { ...gate, reasons: [emptyReason(scope), ...gate.reasons.slice(1)] } : gate,
    scope: { kind: scope.kind, base: scope.base, head: scope.head, files: files.length, ...linesOf(files) },
    findings,
    discarded: judgement.discarded,
    reviewers,
    usage: reviewers.map(({ usage }) => usage).reduce(addUsage, noUsage),
    durationMs: Math.round(input.durationMs),
    reviewDir: input.reviewDir,
    notices: [
      ...input.notices,
      ...judgement.expiredWaivers,
      ...(reviewers.every(({ agent }) => agent === 'builtin' || agent === 'import') ? [onlyMechanical] : []),
    ],
  }
}

/** An empty change is not an approval: say what was compared, so that a wrong base or a missing commit shows. */
function emptyReason({ kind, base, head, paths }: ResolvedScope): string {
  const where = paths.length === 0 ? '' : ` in ${paths.join(', ')}`
  if (kind === 'staged') return `Nothing is staged${where}: there is nothing to review.`
  return `There is no difference between ${base} and ${head}${where}: there is nothing to review.`
}

export function linesOf(files: readonly ChangedFile[]): { addedLines: number; removedLines: number } {
  return {
    addedLines: files.reduce((sum, file) => sum + file.addedLines, 0),
    removedLines: files.reduce((sum, file) => sum + file.removedLines, 0),
  }
}

function compareText(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0
}
