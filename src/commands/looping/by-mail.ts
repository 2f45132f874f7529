import type { MailSession } from '../../core/loop/types.ts'
import type { RoundReview } from '../../run/loop/ports.ts'
import type { LoopWorld } from './loop-ports.ts'

/** Somebody who shares nothing but a mailbox reviews, instead of agents here. */
export interface ReviewByMail {
  /** Kept in the journal. */
  readonly mail: MailSession
  /** Rejects when the signal comes; whatever else happens is in the review. */
  readonly review: (round: number, world: LoopWorld) => Promise<RoundReview>
}
