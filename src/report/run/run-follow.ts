import { decideRun } from '../../core/staged/machine/decide.ts'
import { emptyRun } from '../../core/staged/machine/empty-run.ts'
import type { RunEvent } from '../../core/staged/machine/facts.ts'
import { foldFact } from '../../core/staged/machine/fold.ts'
import { timeColumn } from '../sessions/session-event.ts'
import { createRunProgress, unsaid } from './run-progress.ts'
import { runEventText } from './run-words.ts'

/**
 * A run from its journal alone, in the lines of its progress and with its end, each after the time since it began. What is at
 * work follows from the events: the journal decides what comes next. Called with all that is new, also when nothing is.
 */
export function createRunFollower(write: (text: string) => void): (events: readonly RunEvent[]) => void {
  let state = emptyRun
  let [startedAt, at] = ['', '']
  let isAnnounced = false
  const say = (text: string) => write(`${timeColumn(at, startedAt)}${text}`)
  const progress = createRunProgress({ color: false, live: false, quiet: false, clock: () => 0, write: say })
  return (events) => {
    for (const event of events) tell(event)
    // Nothing came for a moment: whatever is next has begun.
    if (events.length === 0) announce()
  }

  function tell(event: RunEvent): void {
    if (!unannounced.has(event.type)) announce()
    if (event.type === 'run-started') startedAt = event.at
    at = event.at
    progress.onRunEvent(event)
    if (unsaid.has(event.type)) say(`${runEventText(event)}\n`)
    state = foldFact(state, event)
    isAnnounced = event.type === 'intended'
  }

  function announce(): void {
    if (state.started !== null && !isAnnounced) progress.onStep(decideRun(state))
    isAnnounced = true
  }
}

/** They come from outside, and not of a step that was decided on. */
const unannounced: ReadonlySet<RunEvent['type']> = new Set([
  'run-started',
  'imported',
  'resumed',
  'drift-found',
  'answered',
  'interrupted',
  'ended',
])
