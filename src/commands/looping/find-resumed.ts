import { fold } from '../../core/loop/fold.ts'
import { partiesOf } from '../../core/loop/to-result.ts'
import type { SessionEvent, SessionFact } from '../../core/loop/types.ts'
import { LoopError } from '../../errors.ts'
import type { Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { findSession, newestSession, readJournal } from '../../io/session-store.ts'
import { loopCommand } from '../../report/sessions/session-words.ts'

/** A session as its journal has it. */
export interface FoundSession {
  readonly session: string
  readonly events: readonly SessionEvent[]
  /** What it was begun with; null: its journal does not say. */
  readonly start: Extract<SessionFact, { type: 'session-started' }> | null
}

/** The session that `--resume` of a command means: `true` the newest one of the branch; null: there is none. */
export async function findResumed(
  repository: Repository,
  which: string | true,
  command: string,
): Promise<FoundSession | null> {
  const { root } = repository
  const session =
    which === true ? newestSession(root, (await readWorkState(repository)).branch) : findSession(root, which)
  if (session === undefined) return null
  const { events } = readJournal(root, session)
  requireCommand(session, events, command)
  const [start] = events
  return { session, events, start: start?.type === 'session-started' ? start : null }
}

/** A session goes on the way it was begun: with reviewers here, by mail, or on a pull request. */
function requireCommand(session: string, events: readonly SessionEvent[], command: string): void {
  const own = loopCommand(partiesOf(fold(events)))
  if (own !== `review-loop ${command}`) throw new LoopError('other_command', { session, command: own })
}
