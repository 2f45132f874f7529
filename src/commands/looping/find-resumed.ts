import { fold } from '../../core/loop/fold.ts'
import type { LoopState } from '../../core/loop/state.ts'
import { partiesOf } from '../../core/loop/to-result.ts'
import type { SessionEvent, SessionFact } from '../../core/loop/types.ts'
import { LoopError } from '../../errors.ts'
import type { Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { findSession, newestSession, readJournal } from '../../io/session-store.ts'
import { loopCommand, shortId, switchTo } from '../../report/sessions/session-words.ts'
import { nothingToResume } from '../sessions/resumable-sessions.ts'

/** A session as its journal has it. */
export interface FoundSession {
  readonly session: string
  readonly events: readonly SessionEvent[]
  /** What it was begun with. */
  readonly start: Extract<SessionFact, { type: 'session-started' }>
}

/** The session that `--resume` of a command means: `true` the newest one of the branch. Where there is none, it says what can be resumed. */
export async function findResumed(
  repository: Repository,
  which: string | true,
  command: string,
): Promise<FoundSession> {
  const { root } = repository
  const { branch } = await readWorkState(repository)
  const session = which === true ? newestSession(root, branch) : findSession(root, which)
  if (session === undefined) throw nothingToResume(root, branch, `There is no session of ${branch} to resume`)
  const { events } = readJournal(root, session)
  const [start] = events
  if (start?.type !== 'session-started') {
    throw nothingToResume(root, branch, `Session ${session} was stopped before its settings were written`)
  }
  requireCommand(session, events, command)
  requireBranch(fold(events), session, branch)
  return { session, events, start }
}

/** A session goes on the way it was begun: with reviewers here, by mail, or on a pull request. */
function requireCommand(session: string, events: readonly SessionEvent[], command: string): void {
  const own = loopCommand(partiesOf(fold(events)))
  if (own !== `review-loop ${command}`) throw new LoopError('other_command', { session, command: own })
}

function requireBranch(state: LoopState, session: string, branch: string): void {
  const home = state.started?.branch ?? branch
  if (home === branch) return
  throw new LoopError('other_branch', {
    session,
    home,
    branch,
    resume: `${switchTo(home)}${loopCommand(partiesOf(state))} --resume ${shortId(session)}`,
  })
}

export function resumeCommand(root: string, id: string): string {
  return `${loopCommand(partiesOf(fold(readJournal(root, id).events)))} --resume ${shortId(id)}`
}
