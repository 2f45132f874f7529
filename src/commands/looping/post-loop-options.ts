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

/** Options of the library for a review of finished work. */
export interface PostLoopReviewOptions extends Pick<LoopOptions, FromLoop> {
  /** Where the work began: a commit. Without one there is nothing to compare with, and the review is skipped. */
  readonly startCommit: string | null | undefined
  /** How many fixes there may be, 0 to 4; 0: only a review. Default: the variable POST_LOOP_REVIEW_CYCLES, else 2. */
  readonly cycles?: number
  /** Commands that every fix must pass; none by default. */
  readonly validate?: readonly string[]
}

/** A staged run adds these when a loop reviews its own work. */
export interface PostLoopContext extends Pick<LoopOptions, 'commit' | 'onLimit'> {
  /** Paths that validation commands left behind: no part of the work. */
  readonly outputs: readonly string[]
  /** Called once the session of the loop is on disk. */
  readonly onStart: (session: string) => void
}
