import type { LoopOptions } from './loop-options.ts'

type FromLoop =
  | 'cwd'
  | 'config'
  | 'intent'
  | 'agents'
  | 'ci'
  | 'trustConfig'
  | 'signal'
  | 'onEvent'
  | 'onNotice'
  | 'onSessionEvent'

/** What the library takes for a review of finished work. */
export interface PostLoopReviewOptions extends Pick<LoopOptions, FromLoop> {
  /** Where the work began: a commit. Without one there is nothing to compare with, and the review is skipped. */
  readonly startCommit: string | null | undefined
  /** How many fixes there may be, 0 to 4; 0: only a review. Default: the variable POST_LOOP_REVIEW_CYCLES, else 2. */
  readonly cycles?: number
  /** Commands that every fix must pass; none by default. */
  readonly validate?: readonly string[]
}

/** What a run adds when its own work is reviewed. */
export interface PostLoopContext extends Pick<LoopOptions, 'commit' | 'onLimit'> {
  /** Paths that validation commands left behind: no part of the work. */
  readonly outputs: readonly string[]
  /** The loop has a session now. */
  readonly onStart: (session: string) => void
}
