import { fold } from '../../core/loop/fold.ts'
import type { WatchSession } from '../../core/loop/outside-session.ts'
import type { LoopState } from '../../core/loop/state.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { Arguments } from '../command.ts'
import { findResumed } from '../looping/find-resumed.ts'

export interface Resumed {
  readonly session: string
  readonly watch: WatchSession
  readonly state: LoopState
}

/** The watch that `--resume` goes on with; null: it is not asked for. */
export async function resumedSession(repository: Repository, args: Arguments): Promise<Resumed | null> {
  const word = args.value('resume')
  if (word === undefined) return null
  const { session, start, events } = await findResumed(repository, word || true, 'watch')
  return { session, watch: start.watch!, state: fold(events) }
}
