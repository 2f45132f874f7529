// Requests that could not be answered: each is tried again after a pause that grows, and others are served meanwhile.

export interface Retry {
  readonly failures: number
  /** Milliseconds of the clock of the caller. */
  readonly notBefore: number
}

export type Retries = ReadonlyMap<string, Retry>

const firstPauseMs = 30_000
const longestPauseMs = 15 * 60_000

export function afterFailure(retries: Retries, id: string, now: number): Retries {
  const failures = (retries.get(id)?.failures ?? 0) + 1
  return new Map(retries).set(id, { failures, notBefore: now + pauseMs(failures) })
}

export function isDue(retries: Retries, id: string, now: number): boolean {
  return now >= (retries.get(id)?.notBefore ?? Number.NEGATIVE_INFINITY)
}

function pauseMs(failures: number): number {
  return Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 20), longestPauseMs)
}
