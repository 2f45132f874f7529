import { join } from 'node:path'
import { workedTime } from '../../core/loop/session-summary.ts'
import type { Fact, RunEvent, RunFact } from '../../core/staged/machine/facts.ts'
import { foldFact, foldRun } from '../../core/staged/machine/fold.ts'
import { type SessionDraft, shownDocument } from '../../core/staged/machine/session-draft.ts'
import { draftAfter } from '../../core/staged/machine/to-session.ts'
import { runFile } from '../../core/staged/session-file/session-document.ts'
import { renderSession } from '../../core/staged/session-file/session-render.ts'
import { writeWhole } from '../../io/files.ts'
import type { Journal } from '../../io/session-store.ts'
import type { RunView } from '../../run/staged/ports.ts'

/** The journal of a run that is being written, with what follows from it so far: its state, and the session file. */
export interface RunDiary {
  /** On disk when it returns, in the journal and in the session file. */
  readonly note: (fact: RunFact) => void
  readonly view: () => RunView
  readonly events: () => readonly RunEvent[]
  readonly workedMs: () => number
  readonly close: () => void
}

export function keepRunDiary(
  root: string,
  id: string,
  journal: Journal<RunEvent>,
  onRunEvent: (event: RunEvent) => void = () => {},
): RunDiary {
  const events = [...journal.events]
  const sessionFile = runFile(id)
  let state = foldRun(events)
  let draft = events.reduce<SessionDraft | null>(draftAfter, null)
  let text: string | null = null
  return { note, view, events: () => events, workedMs: () => workedTime(events), close: journal.close }

  function note(fact: RunFact): void {
    const event = journal.append({ at: new Date().toISOString(), ...fact })
    events.push(event)
    state = foldFact(state, event)
    draft = draftAfter(draft, event)
    write()
    onRunEvent(event)
  }

  /** What another tool wrote is in the journal before its file is written anew. */
  function write(): void {
    const document = shownDocument(draft)
    if (document === null) return
    const next = renderSession(document)
    if (next !== text) writeWhole(join(root, sessionFile), next)
    text = next
  }

  function view(): RunView {
    if (draft === null) throw new Error('the run has no session file yet')
    const written = events.findLast((event): event is RunEvent & Fact<'written'> => event.type === 'written') ?? null
    return { state, document: draft.document, sessionFile, written }
  }
}
