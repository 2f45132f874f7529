import type { AgentReply } from '../../types.ts'
import { isUnreachable } from './unreachable.ts'

export interface RetryInput {
  readonly reply: Pick<AgentReply, 'status' | 'retryAfterMs' | 'reason'>
  /** How many calls were made so far. */
  readonly attempts: number
  /** What is left of the time for this task. */
  readonly remainingMs: number
}

export type RetryDecision =
  | { readonly waitMs: number }
  /** `busyMs`: nobody else need ask the service before. */
  | { readonly stop: string | null; readonly busyMs: number | null }

const mostAttempts = 6
/** A wrong address or a missing network does not mend itself; once more, in case it was a hiccup. */
const mostUnreachable = 2
const firstWaitMs = 2000

/** A busy service gets another chance within the budget of the task. Nothing else is repeated: it would fail again. */
export function decideRetry({ reply, attempts, remainingMs }: RetryInput): RetryDecision {
  if (reply.status !== 'rate_limited' && reply.status !== 'server') return { stop: null, busyMs: null }
  if (attempts >= (isUnreachable(reply.reason ?? '') ? mostUnreachable : mostAttempts))
    return { stop: `gave up after ${attempts} attempts`, busyMs: null }
  const waitMs = reply.retryAfterMs ?? firstWaitMs * 2 ** (attempts - 1)
  return waitMs < remainingMs
    ? { waitMs }
    : { stop: 'the time for this task would run out before the service is ready again', busyMs: reply.retryAfterMs }
}
