import type { AgentFailure } from '../../types.ts'
import { isPassing } from './failure.ts'
import { type Failed, failed } from './outcome.ts'

export interface RetryWatch {
  /** The program says that it will try again; `waitMs` where it says how long it waits before that. */
  readonly retried: (failure: AgentFailure, detail: string, waitMs: number | null) => void
  /** The model answered: earlier failures are forgotten. */
  readonly recovered: () => void
  /** The outcome to stop with, once waiting for the program is pointless. */
  readonly verdict: () => Failed | null
}

/**
 * Counts the retries that a program makes by itself. A wrong key does not become right, and a busy service is waited for
 * by us, where the wait is shared between calls: so it is stopped at once, or after a few.
 */
export function watchRetries(): RetryWatch {
  let count = 0
  let verdict: Failed | null = null
  return {
    retried(failure, detail, waitMs) {
      count += 1
      if (count < mostRetries && isPassing(failure) && !isLong(failure, waitMs)) return
      // A short wait is the program's own idea; a long one is what the service asked for.
      verdict ??= failed(failure, detail, '', waitMs !== null && waitMs >= longWaitMs ? waitMs : null)
    },
    recovered() {
      count = 0
    },
    verdict: () => verdict,
  }
}

/** A busy service may have asked for minutes: a wait that the program does not tell counts as long. */
function isLong(failure: AgentFailure, waitMs: number | null): boolean {
  return waitMs === null ? failure === 'rate_limited' : waitMs >= longWaitMs
}

const mostRetries = 3
const longWaitMs = 5_000
