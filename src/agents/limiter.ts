import { setMaxListeners } from 'node:events'

/** Lets calls through: so many at once overall and per agent, and none to an agent whose service asked for a pause. */
export interface Limiter {
  /** Runs the work when there is room. Rejects if the signal ends the wait, or a pause would last longer than the patience. */
  readonly run: <T>(agent: string, signal: AbortSignal, work: () => Promise<T>, patience?: Patience) => Promise<T>
  /** Shared by all calls of this agent: nobody asks before. `reason`: what the service said, for a person. */
  readonly pause: (agent: string, waitMs: number, reason?: string | null) => void
}

/** How many milliseconds a call has left. */
export type Patience = () => number

/** The service asked for a pause that is longer than the call can wait. */
export class TooBusy extends Error {
  readonly pauseMs: number

  constructor(pauseMs: number) {
    super(`its service asked for a pause of ${Math.ceil(pauseMs / 1000)} s, which is longer than the time that is left`)
    this.pauseMs = pauseMs
  }
}

export interface LimiterOptions {
  readonly overall: number
  readonly perAgent: number
  readonly now?: () => number
  /** Hears of every pause that is clearly longer than the one an agent is in. */
  readonly onWait?: (wait: AgentWait) => void
}

/** What a person wants to know while nothing happens. */
interface AgentWait {
  readonly agent: string
  readonly seconds: number
  readonly reason: string
}

export function createLimiter(options: LimiterOptions): Limiter {
  const { overall, perAgent, now = () => performance.now(), onWait = () => {} } = options
  const running = new Map<string, number>()
  const pausedUntil = new Map<string, number>()
  const waiting = new Set<() => void>()
  let total = 0

  return { run, pause }

  async function run<T>(
    agent: string,
    signal: AbortSignal,
    work: () => Promise<T>,
    patience: Patience = () => Number.POSITIVE_INFINITY,
  ): Promise<T> {
    // All calls of a review listen to one signal, which from the eleventh on looks like a leak to Node.
    setMaxListeners(0, signal)
    for (;;) {
      // Read once: between two looks at the clock a pause may end, and nobody would wake who then waits without a timer.
      const pauseMs = pausedMs(agent)
      if (pauseMs <= 0 && hasRoom(agent)) break
      if (pauseMs > 0 && pauseMs >= patience()) throw new TooBusy(pauseMs)
      await nextChange(pauseMs, signal)
    }
    signal.throwIfAborted()
    total += 1
    running.set(agent, (running.get(agent) ?? 0) + 1)
    try {
      return await work()
    } finally {
      total -= 1
      running.set(agent, (running.get(agent) ?? 1) - 1)
      wakeAll()
    }
  }

  function hasRoom(agent: string): boolean {
    return total < overall && (running.get(agent) ?? 0) < perAgent
  }

  function pausedMs(agent: string): number {
    return (pausedUntil.get(agent) ?? 0) - now()
  }

  /** Until a call ends, a pause is over, or the signal says stop. */
  function nextChange(pauseMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = pauseMs > 0 ? setTimeout(finish, pauseMs) : undefined
      const stop = () => {
        cleanUp()
        reject(signal.reason)
      }
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      waiting.add(finish)

      function finish(): void {
        cleanUp()
        resolve()
      }

      function cleanUp(): void {
        clearTimeout(timer)
        waiting.delete(finish)
        signal.removeEventListener('abort', stop)
      }
    })
  }

  function pause(agent: string, waitMs: number, reason: string | null = null): void {
    const until = now() + waitMs
    const before = pausedUntil.get(agent) ?? 0
    pausedUntil.set(agent, Math.max(before, until))
    // Calls side by side are refused together: one line for all of them.
    if (until - Math.max(before, now()) >= 500)
      onWait({ agent, seconds: waitMs / 1000, reason: reason ?? 'its model service is busy' })
    wakeAll()
  }

  function wakeAll(): void {
    for (const wake of [...waiting]) wake()
  }
}
