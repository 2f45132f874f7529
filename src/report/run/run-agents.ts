import type { RunEvent } from '../../core/staged/machine/facts.ts'
import { passes } from '../../core/staged/stage-table.ts'
import { counted } from '../words.ts'

/**
 * Counts agents whose call is over: the process and all it started have ended, and its home is gone. Gives a line at the end of a
 * round, and of a batch; empty otherwise. Agents of a process before this one are not counted.
 */
export function countEndedAgents(): (event: RunEvent) => string {
  let [unsaid, all] = [0, 0]
  return (event) => {
    if (event.type === 'resumed') [unsaid, all] = [0, 0]
    if (endsAgent(event)) {
      unsaid += 1
      all += 1
    }
    if (unsaid === 0 || !endsRound(event)) return ''
    const line = `${counted(unsaid, 'agent')} ended and cleaned up, ${all} so far`
    unsaid = 0
    return line
  }
}

/** Built-in checks are no agents. */
function endsAgent(event: RunEvent): boolean {
  if ('backend' in event) return event.backend !== 'builtin'
  return event.type === 'decided' || event.type === 'undecided'
}

/** After a write comes the look, where the pass has one; after an answer of a writer that does not count, another try. */
function endsRound(event: RunEvent): boolean {
  if (event.type === 'written') return passes[event.pass].looker === null
  return event.type !== 'writer-rejected' && event.type !== 'intended'
}
