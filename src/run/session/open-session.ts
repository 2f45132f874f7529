import { workedTime } from '../../core/loop/session-summary.ts'
import type { Machine } from './machine.ts'

type Dated<Fact> = { readonly at: string } & Fact

/** Where the facts of a session are kept. */
export interface Journal<Event> {
  readonly events: readonly Event[]
  /** On disk when it returns. Gives the event as it is there. */
  readonly append: (event: Event) => Event
  readonly close: () => void
}

/** A session that somebody works on: its facts so far, what follows from them, and a way to add one. */
export interface OpenSession<State, Fact> {
  readonly note: (fact: Fact) => void
  readonly state: () => State
  readonly events: () => readonly Dated<Fact>[]
  /** Milliseconds that it was worked on, in all processes. */
  readonly workedMs: () => number
  readonly close: () => void
}

/** Everything that shows a session hears of each event once it is in the journal. `now`: the time that an event is noted with. */
export function openSession<State, Fact extends { readonly type: string }>(
  { initial, fold }: Pick<Machine<State, Fact, never, never>, 'initial' | 'fold'>,
  journal: Journal<Dated<Fact>>,
  now: () => Date,
  listeners: readonly ((event: Dated<Fact>) => void)[] = [],
): OpenSession<State, Fact> {
  const events = [...journal.events]
  let state = events.reduce<State>(fold, initial)
  return {
    note: (fact) => {
      const event = journal.append({ at: now().toISOString(), ...fact })
      events.push(event)
      state = fold(state, event)
      for (const listen of listeners) listen(event)
    },
    state: () => state,
    events: () => events,
    workedMs: () => workedTime(events),
    close: journal.close,
  }
}
