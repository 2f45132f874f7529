import { resolve } from 'node:path'
import { type SessionSummary, summarise } from '../core/loop/session-summary.ts'
import type { SessionEvent } from '../core/loop/types.ts'
import { LoopError } from '../errors.ts'
import { openRepository, type Repository } from '../io/git/repository.ts'
import { readWorkState } from '../io/git/snapshot.ts'
import { liveHolder } from '../io/session-lock.ts'
import { findSession, listSessions, newestSession, readJournal } from '../io/session-store.ts'
import type { UnreadableSession } from '../report/session-list.ts'
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
  const unreadable: UnreadableSession[] = []
  const sessions = listSessions(root).flatMap((id) => {
    try {
      return readSession(root, id) ?? []
    } catch (error) {
      if (!(error instanceof LoopError)) throw error
      unreadable.push({ session: id, problem: error.message })
      return []
    }
  })
  const age = ({ summary }: ReadSession) => Date.parse(summary.startedAt)
  return { sessions: sessions.sort((one, other) => age(other) - age(one)), unreadable }
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
