import type { ReviewerOutcome, ReviewResult } from '../../types.ts'
import { isSilent } from '../loop/open-claims.ts'
import { hasSpoken } from '../verdict/gate.ts'

/** `cut_short`: the budget did not suffice, and what was found so far is an answer. `no_verdict`: there is nothing to answer with. */
export type ReviewEnd =
  | { readonly kind: 'complete' }
  | { readonly kind: 'cut_short'; readonly reasons: readonly string[] }
  | { readonly kind: 'no_verdict'; readonly reasons: readonly string[] }

/** How a review for somebody else ended. `isTimeUp`: no time is left of what the request allows. */
export function reviewEnd(
  { gate, scope, reviewers }: Pick<ReviewResult, 'gate' | 'reviewers'> & { readonly scope: { readonly files: number } },
  isTimeUp: boolean,
): ReviewEnd {
  if (scope.files === 0) return { kind: 'no_verdict', reasons: gate.reasons }
  // Whoever asked is told about a claim that could not be checked: that is an answer.
  if (!isSilent(gate)) return { kind: 'complete' }
  const isSpent = reviewers.some((reviewer) => ranOut(reviewer, isTimeUp))
  return { kind: isSpent ? 'cut_short' : 'no_verdict', reasons: gate.reasons }
}

/** One that hung while there was time is a reviewer that failed. */
function ranOut(reviewer: ReviewerOutcome, isTimeUp: boolean): boolean {
  if (hasSpoken(reviewer)) return false
  return reviewer.status === 'budget_exceeded' || (reviewer.status === 'timed_out' && isTimeUp)
}
