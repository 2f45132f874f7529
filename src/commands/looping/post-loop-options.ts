import type { FixResult, ReviewResult, Usage } from '../../types.ts'
import type { AgentFlags } from '../agents/agents.ts'
import type { ReviewOptions, RoundContext } from '../reviewing/review-options.ts'

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

/** Where it is part of a session. Replies are kept for that alone: what was cut off is not paid for twice. */
export interface PostLoopContext extends Pick<RoundContext, 'session' | 'ownCommits' | 'story' | 'without' | 'frozen'> {
  /** How often it came to an end before. What replies of those passes cost is counted. */
  readonly passes: number
  /** Reviews and fixes of those passes; the first review here has the number of their last one, and so its replies. */
  readonly before: { readonly reviews: number; readonly fixes: number }
  /** The files are about to be looked at. */
  readonly beforeReview: () => Promise<void>
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
