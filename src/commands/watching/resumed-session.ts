import { fold } from '../../core/loop/fold.ts'
import type { WatchSession } from '../../core/loop/outside-session.ts'
import type { LoopState } from '../../core/loop/state.ts'
import type { Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { findSession, newestSession, readJournal } from '../../io/session-store.ts'
import type { Arguments } from '../command.ts'
import { requireCommand } from '../looping/resumed-options.ts'

export interface Resumed {
  readonly session: string
  readonly watch: WatchSession
  readonly state: LoopState
}

/** The watch that `--resume` goes on with; null: there is none, or it is not asked for. */
export async function resumedSession(repository: Repository, args: Arguments): Promise<Resumed | null> {
  const word = args.value('resume')
  if (word === undefined) return null
  const { root } = repository
  const session = word === '' ? newestSession(root, (await readWorkState(repository)).branch) : findSession(root, word)
  if (session === undefined) return null
  const { events } = readJournal(root, session)
  requireCommand(session, events, 'watch')
  const [start] = events
  if (start?.type !== 'session-started' || start.watch === undefined) return null
  return { session, watch: start.watch, state: fold(events) }
}
