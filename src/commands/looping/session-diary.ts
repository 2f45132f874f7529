import { fold, foldEvent } from '../../core/loop/fold.ts'
import { workedTime } from '../../core/loop/session-summary.ts'
import type { LoopState } from '../../core/loop/state.ts'
import type { SessionFact } from '../../core/loop/types.ts'
import type { Journal } from '../../io/session-store.ts'
import type { LoopOptions } from './loop-options.ts'

/** A journal that is being written, with what follows from it so far. */
export interface Diary {
  /** On disk when it returns. */
  readonly note: (fact: SessionFact) => void
  readonly state: () => LoopState
  /** Milliseconds that the session was worked on, in all processes. */
  readonly workedMs: () => number
  readonly close: () => void
}

export function keepDiary(journal: Journal, { onSessionEvent }: LoopOptions): Diary {
  const events = [...journal.events]
  let state = fold(events)
  return {
    note: (fact) => {
      const event = journal.append({ at: new Date().toISOString(), ...fact })
      events.push(event)
      state = foldEvent(state, event)
      onSessionEvent?.(event)
    },
    state: () => state,
    workedMs: () => workedTime(events),
    close: journal.close,
  }
}
