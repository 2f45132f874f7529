/** Two clocks in milliseconds: the clock of the machine, which can be set at any time, and one that only goes forward. */
export interface Clocks {
  readonly wall: () => number
  readonly steady: () => number
}

/** The clock of the machine, except that it never goes back: a clock that is set back must not make anybody wait longer. */
export function forwardClock({ wall, steady }: Clocks): () => number {
  const ahead = wall() - steady()
  return () => Math.max(wall(), ahead + steady())
}
