import type { ClaimDecision } from '../../types.ts'
import { addUsage } from '../cost/usage.ts'
import { type PostReviewed, refusalOf } from '../fix/post-review.ts'
import { decisionsOnClaims, joinPasses } from '../fix/reopened-review.ts'
import type { LoopState } from './state.ts'

// The review after an approved loop.

/** What it does not let through was approved by the loop, and is not any more. */
export function withPostReview(state: LoopState, reviewed: PostReviewed): LoopState {
  const { postReviews, usage } = state
  const outcome = refusalOf(reviewed)
  const end = outcome === null ? {} : { outcome, reason: `The review after the loop: ${reviewed.reason}` }
  return {
    ...state,
    postReview: joinPasses(postReviews, reviewed),
    postReviews: [...postReviews, reviewed],
    approvedBecause: postReviews.length === 0 ? state.reason : state.approvedBecause,
    usage: addUsage(usage, reviewed.usage),
    point: reviewed.point,
    ...end,
  }
}

/** A person decided a claim that it could not check: it is due again, with that decision. */
export function reopenPostReview(state: LoopState, decisions: readonly ClaimDecision[]): LoopState {
  if (decisionsOnClaims(state.postReview, decisions).length === 0) return state
  return { ...state, postReview: 'due', outcome: 'approved', reason: state.approvedBecause }
}
