import type { AgentFailure } from '../../types.ts'
import type { CliOutcome } from '../backend.ts'
import { isPassing } from './failure.ts'
import { failed } from './outcome.ts'

export interface RetryWatch {
  /** The program says that it will try again; `waitMs` when it says how long it waits before. */
  readonly retried: (failure: AgentFailure, detail: string, waitMs: number | null) => void
  /** The model answered: earlier failures are forgotten. */
  readonly recovered: () => void
  /** The outcome to stop with, once waiting for the program is pointless. */
  readonly verdict: () => CliOutcome | null
}

/**
 * Counts the retries that a program makes by itself. A wrong key does not become right, and a busy service is waited for
 * by us, where the wait is shared between calls: so it is stopped at once, or after a few.
 */
export function watchRetries(): RetryWatch {
  let count = 0
  let verdict: CliOutcome | null = null
  return {
    retried(failure, detail, waitMs) {
      count += 1
      const isLong = waitMs !== null && waitMs >= longWaitMs
      if (count < mostRetries && isPassing(failure) && !isLong) return
      // A short wait is the program's own idea; a long one is what the service asked for.
      verdict ??= failed(failure, detail, '', isLong ? waitMs : null)
    },
    recovered() {
      count = 0
    },
    verdict: () => verdict,
  }
}

const mostRetries = 3
const longWaitMs = 5_000
