import { emptyRun } from '../core/staged/machine/empty-run.ts'
import type { RunEvent } from '../core/staged/machine/facts.ts'
import { foldFact } from '../core/staged/machine/fold.ts'
import { parseRunEvent } from './run-schema.ts'
import type { JournalFormat } from './session-lines.ts'
import { type Journal, type JournalContent, openEvents, readEvents } from './session-store.ts'

export const runJournal: JournalFormat<RunEvent> = {
  start: 'run-started',
  sessionOf: (event) => (event.type === 'run-started' ? event.session : undefined),
  parse: parseRunEvent,
  follow: () => {
    let state = emptyRun
    return (event) => {
      state = foldFact(state, event)
    }
  },
}

export function readRun(root: string, id: string): JournalContent<RunEvent> {
  return readEvents(root, id, runJournal)
}

/** For writing, by who holds the lock of the session. */
export function openRun(root: string, id: string): Journal<RunEvent> {
  return openEvents(root, id, runJournal)
}
