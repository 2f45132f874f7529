import { emptyState, foldEvent } from '../core/loop/fold.ts'
import type { SessionEvent } from '../core/loop/types.ts'
import type { JournalFormat } from './session-lines.ts'
import { parseEvent } from './session-schema.ts'

export const loopJournal: JournalFormat<SessionEvent> = {
  start: 'session-started',
  sessionOf: (event) => (event.type === 'session-started' ? event.session : undefined),
  parse: parseEvent,
  follow: () => {
    let state = emptyState
    return (event) => {
      state = foldEvent(state, event)
    }
  },
}
