import { type Clocks, forwardClock } from '../../../core/values/forward-clock.ts'

/** How long is still to be waited: until `timeoutMs` after `since`. A `since` in the future counts as now. */
export function timeLeft(since: number, timeoutMs: number, clocks: Clocks): () => number {
  const now = forwardClock(clocks)
  const end = Math.min(since, now()) + timeoutMs
  return () => end - now()
}
