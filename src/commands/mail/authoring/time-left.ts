/** Two clocks: that of the machine, which may be set while somebody waits, and one that only goes on. In milliseconds. */
export interface Clocks {
  readonly wall: () => number
  readonly steady: () => number
}

/**
 * Says how long is still to be waited: until so long after `since`, by the clock of the machine. A clock that is set back, or that was
 * ahead when the waiting began, makes nobody wait longer than that from now on.
 */
export function timeLeft(since: number, timeoutMs: number, { wall, steady }: Clocks): () => number {
  const end = Math.min(since, wall()) + timeoutMs
  const steadyEnd = steady() + end - wall()
  return () => Math.min(end - wall(), steadyEnd - steady())
}
