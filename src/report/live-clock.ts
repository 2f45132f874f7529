import { duration } from '../core/values/duration.ts'
import type { ProgressOptions } from './review/progress.ts'

export interface LiveClock {
  /** With the name of the step, where no line above it has that. */
  readonly start: (step?: string) => void
  /** Makes room for another line; it goes on below that. */
  readonly clear: () => void
  readonly stop: () => void
}

const tickMs = 1000

/** The last line of a terminal says how long the step at work has taken: agents and tests are silent for minutes. */
export function createLiveClock({ live, write, clock }: ProgressOptions, paint: (text: string) => string): LiveClock {
  let timer: ReturnType<typeof setInterval> | undefined
  let isDrawn = false
  return { start, clear, stop }

  function start(step = ''): void {
    stop()
    if (!live) return
    const started = clock()
    timer = setInterval(() => {
      write(`\r\u001b[J${paint(`  ${step}${step && ', '}${duration(clock() - started)}`)}`)
      isDrawn = true
    }, tickMs).unref()
  }

  function clear(): void {
    if (isDrawn) write('\r\u001b[J')
    isDrawn = false
  }

  function stop(): void {
    clearInterval(timer)
    clear()
  }
}
