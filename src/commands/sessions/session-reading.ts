import { resolve } from 'node:path'
import { type SessionSummary, summarise } from '../../core/loop/session-summary.ts'
import type { SessionEvent } from '../../core/loop/types.ts'
import type { RunEvent } from '../../core/staged/machine/facts.ts'
import { type ForeignRun, type RunSummary, summariseForeign, summariseRun } from '../../core/staged/run-summary.ts'
import { LoopError } from '../../errors.ts'
import { openRepository, type Repository } from '../../io/git/repository.ts'
import { foreignRuns, readRunFile, writtenAt } from '../../io/run-file.ts'
import { readRun } from '../../io/run-journal.ts'
import { isRunHeld } from '../../io/run-lock.ts'
import { liveHolder } from '../../io/session-lock.ts'
import { listSessions, readJournal } from '../../io/session-store.ts'
import type { UnreadableSession } from '../../report/sessions/session-list.ts'
import { type Arguments, type Context, commonOptions } from '../command.ts'

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

export interface ReadRun {
  readonly summary: RunSummary
  readonly events: readonly RunEvent[]
}

/** Loops that began, the newest first; and those that cannot be read, with the reason. */
export function readSessions(root: string): {
  readonly sessions: readonly ReadSession[]
  readonly unreadable: readonly UnreadableSession[]
} {
  const { read, unreadable } = readAll(listSessions(root), (id) => readSession(root, id))
  return { sessions: read.sort(byAge), unreadable }
}

/** The same of staged runs. */
export function readRuns(root: string): {
  readonly runs: readonly ReadRun[]
  readonly unreadable: readonly UnreadableSession[]
} {
  const { read, unreadable } = readAll(listSessions(root, 'run'), (id) => readRunSession(root, id))
  return { runs: read.sort(byAge), unreadable }
}

/** The same of sessions that other tools began. */
export function readForeign(root: string): {
  readonly foreign: readonly ForeignRun[]
  readonly unreadable: readonly UnreadableSession[]
} {
  const { read, unreadable } = readAll(foreignRuns(root), (id) => {
    const document = readRunFile(root, id)?.document
    return document === undefined ? null : summariseForeign(id, document, writtenAt(root, id).toISOString())
  })
  return { foreign: read.sort((one, other) => Date.parse(other.lastAt) - Date.parse(one.lastAt)), unreadable }
}

interface Begun {
  readonly summary: { readonly startedAt: string }
}

const byAge = (one: Begun, other: Begun) => Date.parse(other.summary.startedAt) - Date.parse(one.summary.startedAt)

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

/** Null when nothing is written in it yet. */
export function readRunSession(root: string, id: string): ReadRun | null {
  const { events } = readRun(root, id)
  const summary = summariseRun(events, isRunHeld(root, id))
  return summary === null ? null : { summary, events }
}

export function isLive(root: string, [start]: readonly SessionEvent[]): boolean {
  return start?.type === 'session-started' && liveHolder(root, start.branch)?.session === start.session
}
