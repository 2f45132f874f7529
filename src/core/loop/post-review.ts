import type { Usage } from '../../types.ts'
import type { LedgerLine, LoopResult } from './result.ts'
import type { LoopOutcome } from './types.ts'

/** A finding that blocked, and what became of it. */
export type PostFinding = Pick<LedgerLine, 'id' | 'severity' | 'file' | 'line' | 'title' | 'status'>

/** A loop over finished work as a whole, from the commit where the work began. */
export interface PostReview {
  /** Of the loop; null: it was skipped. */
  readonly session: string | null
  readonly outcome: LoopOutcome | 'skipped'
  /** One sentence. */
  readonly reason: string
  readonly reviews: number
  readonly findings: readonly PostFinding[]
  /** Files that its fixes left changed. */
  readonly files: readonly string[]
  /** Of its fixes that were kept. */
  readonly commits: readonly string[]
  readonly usage: Usage
}

export function toPostReview({ session, outcome, reason, rounds, ledger, usage }: LoopResult): PostReview {
  const fixes = rounds.flatMap(({ fix }) => (fix === null || fix.rolledBack ? [] : [fix]))
  return {
    session,
    outcome,
    reason,
    reviews: rounds.length,
    findings: ledger
      .filter(({ blocking }) => blocking)
      .map(({ id, severity, file, line, title, status }) => ({ id, severity, file, line, title, status })),
    files: [...new Set(fixes.flatMap(({ files }) => files))].sort(),
    commits: fixes.flatMap(({ commit }) => commit ?? []),
    usage,
  }
}

/** Whether work that was through before it still is. */
export function isThrough({ outcome }: Pick<PostReview, 'outcome'>): boolean {
  return outcome === 'approved' || outcome === 'accepted' || outcome === 'skipped'
}
