import { runFile } from '../../core/staged/session-file/session-document.ts'
import { LoopError } from '../../errors.ts'
import type { Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { foreignRuns } from '../../io/run-file.ts'
import { liveHolder } from '../../io/session-lock.ts'
import { findSession, listSessions, type SessionKind } from '../../io/session-store.ts'
import type { Arguments } from '../command.ts'
import { kindNames } from './kinds/index.ts'
import { readSessions } from './session-reading.ts'

/** At most one word: a session. */
export function sessionWord({ words }: Arguments, command: string): string | undefined {
  const [word, ...rest] = words
  if (rest.length > 0)
    throw new LoopError('usage', { problem: `${command} takes one session, found ${words.length} words`, command })
  return word
}

export interface ChosenSession {
  readonly id: string
  readonly kind: SessionKind
}

/** The one that is named, else the one that is at work on the branch that is checked out, else the newest of it. */
export async function chosenSession(repository: Repository, word: string | undefined): Promise<ChosenSession> {
  const { root } = repository
  const kinds = kindNames.flatMap((kind) => listSessions(root, kind).map((id) => ({ id, kind })))
  const all = kinds.map(({ id }) => id)
  const foreign = foreignRuns(root)
  const id = word === undefined ? await ofBranch(repository, all) : findSession(root, word, [...all, ...foreign])
  const chosen = kinds.find((each) => each.id === id)
  if (chosen === undefined) throw new LoopError('no_session', { problem: foreignText(id) })
  return chosen
}

function foreignText(id: string): string {
  return `Session ${id} is of another tool: read ${runFile(id)}, or go on with it: review-loop run --resume ${id}`
}

async function ofBranch(repository: Repository, all: readonly string[]): Promise<string> {
  const { root } = repository
  const { branch } = await readWorkState(repository)
  const live = liveHolder(root, branch)?.session
  if (live !== undefined && all.includes(live)) return live
  const { sessions, unreadable } = readSessions(root)
  const [newest] = sessions
    .filter(({ view }) => view.branch === branch)
    .sort((one, other) => Date.parse(other.view.startedAt) - Date.parse(one.view.startedAt))
  const problem = unreadable[0]?.problem ?? `No session was begun on ${branch}`
  if (newest === undefined) throw new LoopError('no_session', { problem })
  return newest.view.session
}
