import { resolve } from 'node:path'
import { type SessionSummary, summarise } from '../core/loop/session-summary.ts'
import type { SessionEvent } from '../core/loop/types.ts'
import { toRunResult } from '../core/staged/run-result.ts'
import { LoopError } from '../errors.ts'
import { openRepository, type Repository } from '../io/git/repository.ts'
import { readWorkState } from '../io/git/snapshot.ts'
import { readRun } from '../io/run-journal.ts'
import { liveHolder } from '../io/session-lock.ts'
import { findSession, listSessions, newestSession, readJournal } from '../io/session-store.ts'
import type { ListedRun, UnreadableSession } from '../report/session-list.ts'
import { type Arguments, type Context, commonOptions } from './command.ts'

// What the commands about sessions share.

export const sessionOptions = {
  format: { type: 'string', choices: ['text', 'json'], description: 'how to print it' },
  cwd: commonOptions.cwd,
  help: commonOptions.help,
} as const

export async function repositoryOf(args: Arguments, context: Context): Promise<Repository> {
  return openRepository(resolve(context.cwd, args.value('cwd') ?? '.'), context.signal)
}

export interface ReadSession {
  readonly summary: SessionSummary
  readonly events: readonly SessionEvent[]
}

/** Those that began, the newest first; and those that cannot be read, with the reason. */
export function readSessions(root: string): {
  readonly sessions: readonly ReadSession[]
  readonly unreadable: readonly UnreadableSession[]
} {
  const { read, unreadable } = readAll(listSessions(root), (id) => readSession(root, id))
  const age = ({ summary }: ReadSession) => Date.parse(summary.startedAt)
  return { sessions: read.sort((one, other) => age(other) - age(one)), unreadable }
}

/** The same of staged runs. */
export function readRuns(root: string): {
  readonly runs: readonly ListedRun[]
  readonly unreadable: readonly UnreadableSession[]
} {
  const { read, unreadable } = readAll(listSessions(root, 'run'), (id) => {
    const { events } = readRun(root, id)
    return { startedAt: events[0]?.at ?? '', ...toRunResult(events) }
  })
  return { runs: read.sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt)), unreadable }
}

function readAll<Read>(ids: readonly string[], read: (id: string) => Read | null) {
  const unreadable: UnreadableSession[] = []
  const all = ids.flatMap((id) => {
    try {
      return read(id) ?? []
    } catch (error) {
      if (!(error instanceof LoopError)) throw error
      unreadable.push({ session: id, problem: error.message })
      return []
    }
  })
  return { read: all, unreadable }
}

/** Null when nothing is written in it yet. */
export function readSession(root: string, id: string): ReadSession | null {
  const { events } = readJournal(root, id)
  const summary = summarise(events, isLive(root, events))
  return summary === null ? null : { summary, events }
}

export function isLive(root: string, [start]: readonly SessionEvent[]): boolean {
  return start?.type === 'session-started' && liveHolder(root, start.branch)?.session === start.session
}

/** The one that is named, else the newest of the branch that is checked out. */
export async function chosenSession(repository: Repository, word: string | undefined): Promise<string> {
  if (word !== undefined) return findSession(repository.root, word)
  const { branch } = await readWorkState(repository)
  const id = newestSession(repository.root, branch)
  if (id === undefined) throw new LoopError('no_session', { problem: `No session was begun on ${branch}` })
  return id
}
