import type { RoundContext } from '../reviewing/round-context.ts'

/** Where it is part of a session. Replies are kept for that alone: what was cut off is not paid for twice. */
export interface PostLoopContext extends Pick<RoundContext, 'session' | 'ownCommits' | 'story' | 'without' | 'frozen'> {
  /** How often it came to an end before. What replies of those passes cost is counted. */
  readonly passes: number
  /** Reviews and fixes of those passes; the first review here has the number of their last one, and so its replies. */
  readonly before: { readonly reviews: number; readonly fixes: number }
  /** The files are about to be looked at. */
  readonly beforeReview: () => Promise<void>
}
