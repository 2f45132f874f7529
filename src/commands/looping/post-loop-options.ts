import type { FixResult, ReviewResult, Usage } from '../../types.ts'
import type { AgentFlags } from '../agents/agents.ts'
import type { ReviewOptions } from '../reviewing/review-options.ts'

// What the library takes and gives, as for a review.

/** Limits of time and money are for all reviews and fixes together. */
export interface FixFlags extends AgentFlags {
  /** Who fixes: an agent, `builtin` (applies suggestions) or `none`. Default: whoever reviews. */
  readonly fixer?: string
}

type FromReview = 'cwd' | 'config' | 'intent' | 'cache' | 'ci' | 'trustConfig' | 'signal' | 'onEvent'

export interface PostLoopReviewOptions extends Pick<ReviewOptions, FromReview> {
  /** Where the work began: a commit. Without one there is nothing to compare with, and the review is skipped. */
  readonly startCommit: string | null | undefined
  /** How many fixes there may be; 0: only a review. Default: the variable POST_LOOP_REVIEW_CYCLES, else 2. */
  readonly cycles?: number
  readonly agents?: FixFlags
}

export interface PostLoopReview {
  readonly outcome: 'approved' | 'blocked' | 'inconclusive' | 'skipped'
  /** One sentence. */
  readonly reason: string
  /** In order; the last one is of the files as they are. */
  readonly reviews: readonly ReviewResult[]
  readonly fixes: readonly FixResult[]
  readonly usage: Usage
}
