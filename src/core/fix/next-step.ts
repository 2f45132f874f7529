import type { FixResult, ReviewResult } from '../../types.ts'
import { budgetUsedUp } from './remaining-budget.ts'

export interface CycleState {
  /** The last review, if it is of the files as they are now. */
  readonly review: ReviewResult | null
  readonly fixes: readonly FixResult[]
  /** How many fixes there may be. */
  readonly cycles: number
  readonly isAnyoneFixing: boolean
  readonly isBudgetLeft: boolean
}

export type NextStep =
  | { readonly step: 'review' }
  | { readonly step: 'fix' }
  | { readonly step: 'end'; readonly outcome: 'approved' | 'blocked' | 'inconclusive'; readonly reason: string }

const mostFailures = 2

/** Reviews and fixes take turns. It ends on a review of what is there, and only a verdict that approves is an approval. */
export function nextStep({ review, fixes, cycles, isAnyoneFixing, isBudgetLeft }: CycleState): NextStep {
  if (review === null) return { step: 'review' }
  const { verdict, gate, findings } = review
  if (gate.result === 'pass' && verdict === 'approve') {
    return { step: 'end', outcome: 'approved', reason: 'The review approves.' }
  }
  if (gate.result === 'inconclusive' || verdict === 'approve' || verdict === 'inconclusive') {
    const reason = gate.reasons[0] ?? 'The review came to no verdict.'
    return { step: 'end', outcome: 'inconclusive', reason }
  }
  const blocking = findings.filter((finding) => finding.blocking)
  const ending = [
    blocking.length === 0 ? 'No finding blocks, so there is nothing to fix.' : null,
    cycles === 0 ? 'No fixes were asked for.' : null,
    isAnyoneFixing ? null : 'There is no fixer.',
    fixes.at(-1)?.status === 'unable' ? 'The fixer could not mend what is left.' : null,
    countLastFailures(fixes) >= mostFailures ? `${mostFailures} fixes in a row have failed.` : null,
    fixes.length >= cycles ? cyclesAreUsedUp(cycles) : null,
    isBudgetLeft ? null : budgetUsedUp,
  ].find((reason) => reason !== null)
  return ending === undefined ? { step: 'fix' } : { step: 'end', outcome: 'blocked', reason: ending }
}

function countLastFailures(fixes: readonly FixResult[]): number {
  return fixes.length - 1 - fixes.findLastIndex(({ status }) => status !== 'failed')
}

function cyclesAreUsedUp(cycles: number): string {
  return cycles === 1 ? 'The only fix cycle is used up.' : `All ${cycles} fix cycles are used up.`
}
