import type { StopPoint } from '../stages.ts'

/** What the user decides beforehand. `--resume` may decide anew. */
export interface RunPolicy {
  readonly handsfree: boolean
  readonly stopAfter: StopPoint
  /** It ends with the approved plan. */
  readonly planOnly: boolean
  /** `--accept-external-state` */
  readonly acceptExternal: boolean
  readonly softLimitPlan: number
  readonly softLimitExec: number
  readonly skipPolish: boolean
  /** There are validation commands. */
  readonly validates: boolean
  /** The adversarial gate before the execution is complete. */
  readonly gate: boolean
  /** How often a reviewer is asked again after an answer that does not count: the Claude path 0, any other 1. */
  readonly reviewerRetries: 0 | 1
  /** What is delivered is not reviewed as a whole. */
  readonly postReview?: false
  readonly maxDollars: number | null
  readonly maxTimeMs: number | null
}

/** A `TreeState` as a journal can keep it. Null, where it may be: not the work of the run alone, see `isVerified`. */
export interface TreeSnapshot {
  readonly head: string | null
  readonly dirty: Readonly<Record<string, string>>
}

export type RunOutcome = 'planned' | 'stopped' | 'delivered' | 'blocked' | 'failed' | 'aborted'
