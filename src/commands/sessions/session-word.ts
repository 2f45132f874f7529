import { runFile } from '../../core/staged/session-file/session-document.ts'
import { LoopError } from '../../errors.ts'
import type { Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { foreignRuns } from '../../io/run-file.ts'
import { liveHolder } from '../../io/session-lock.ts'
import { findSession, listSessions, newestSession, readJournal, type SessionKind } from '../../io/session-store.ts'
import type { Arguments } from '../command.ts'
import { readRuns } from './session-reading.ts'

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
  const [loops, runs] = [listSessions(root), listSessions(root, 'run')]
  const all = [...loops, ...runs]
  const foreign = foreignRuns(root)
  const id = word === undefined ? await ofBranch(repository, all) : findSession(root, word, [...all, ...foreign])
  if (!all.includes(id)) throw new LoopError('no_session', { problem: foreignText(id) })
  return { id, kind: runs.includes(id) ? 'run' : 'loop' }
}

function foreignText(id: string): string {
  return `Session ${id} is of another tool: read ${runFile(id)}, or go on with it: review-loop run --resume ${id}`
}

async function ofBranch(repository: Repository, all: readonly string[]): Promise<string> {
  const { root } = repository
  const { branch } = await readWorkState(repository)
  const live = liveHolder(root, branch)?.session
  if (live !== undefined && all.includes(live)) return live
  const id = newest([...newestLoop(root, branch), ...newestRun(root, branch)])
  if (id === undefined) throw new LoopError('no_session', { problem: `No session was begun on ${branch}` })
  return id
}

interface Begun {
  readonly id: string
  readonly at: string
}

function newest(begun: readonly Begun[]): string | undefined {
  return [...begun].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))[0]?.id
}

function newestLoop(root: string, branch: string): readonly Begun[] {
  const id = newestSession(root, branch)
  return id === undefined ? [] : [{ id, at: readJournal(root, id).events[0]?.at ?? '' }]
}

/** Runs of earlier versions do not say their branch: they may be of this one. */
function newestRun(root: string, branch: string): readonly Begun[] {
  const run = readRuns(root).runs.find(({ events: [start] }) => {
    return start?.type === 'run-started' && (start.branch ?? branch) === branch
  })
  return run === undefined ? [] : [{ id: run.summary.session, at: run.summary.startedAt }]
}
