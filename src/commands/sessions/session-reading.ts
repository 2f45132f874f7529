import { resolve } from 'node:path'
import { type ForeignRun, summariseForeign } from '../../core/staged/run-summary.ts'
import { LoopError } from '../../errors.ts'
import { openRepository, type Repository } from '../../io/git/repository.ts'
import { foreignRuns, readRunFile, writtenAt } from '../../io/run-file.ts'
import { listSessions, type SessionKind } from '../../io/session-store.ts'
import type { UnreadableSession } from '../../report/sessions/session-list.ts'
import { type Arguments, type Context, commonOptions } from '../command.ts'
import { kindNames, sessionKinds } from './kinds/index.ts'
import type { SessionView } from './kinds/session-kind.ts'

// What the commands about sessions share.

export const sessionOptions = {
  format: { type: 'string', choices: ['text', 'json'], description: 'how to print it' },
  cwd: commonOptions.cwd,
  help: commonOptions.help,
} as const

export async function repositoryOf(args: Arguments, context: Context): Promise<Repository> {
  return openRepository(resolve(context.cwd, args.value('cwd') ?? '.'), context.signal)
}

/** The sessions that began, kind by kind, the newest first; and those that cannot be read, with the reason. */
export function readSessions(root: string): {
  readonly sessions: readonly { readonly kind: SessionKind; readonly view: SessionView }[]
  readonly unreadable: readonly UnreadableSession[]
} {
  const kinds = kindNames.map((kind) => {
    const { read, unreadable } = readAll(listSessions(root, kind), (id) => sessionKinds[kind].read(root, id))
    const views = read.sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt))
    return { sessions: views.map((view) => ({ kind, view })), unreadable }
  })
  return {
    sessions: kinds.flatMap(({ sessions }) => sessions),
    unreadable: kinds.flatMap(({ unreadable }) => unreadable),
  }
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
