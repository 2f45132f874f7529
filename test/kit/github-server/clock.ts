/** Time as the test double knows it: it stands still until a test lets it pass. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** As GitHub writes it, without fractions. */
  readonly stamp: () => string
  readonly after: (seconds: number, action: () => void) => void
  /** What is due until then happens on the way, each at its own time. */
  readonly advance: (seconds: number) => void
}

interface Timer {
  readonly due: number
  readonly action: () => void
}

export function createClock(start: number): Clock {
  let time = start
  let timers: readonly Timer[] = []
  return {
    now: () => time,
    stamp: () => stampOf(time),
    after: (seconds, action) => {
      timers = [...timers, { due: time + seconds * 1000, action }].sort((a, b) => a.due - b.due)
    },
    advance: (seconds) => {
      const end = time + seconds * 1000
      for (let [next] = timers; next !== undefined && next.due <= end; [next] = timers) {
        timers = timers.slice(1)
        time = Math.max(time, next.due)
        next.action()
      }
      time = end
    },
  }
}

export function stampOf(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}
