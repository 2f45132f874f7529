import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type SessionDocument, sessionIdOf } from '../core/staged/session-file/session-document.ts'
import { parseSession } from '../core/staged/session-file/session-parse.ts'
import { LoopError } from '../errors.ts'
import { namesIn, readIfThere, reasonOf } from './files.ts'
import { readRun } from './run-journal.ts'
import { journalFile, listSessions, sessionFolder } from './session-store.ts'
import { stateFolder } from './state-folder.ts'

// The session file of a staged run, which other tools read and write as well.

/** Relative to the root. */
export const runFile = (id: string): string => `.review-loop/sessions/${id}.md`

/** Undefined where there is none. One that cannot be read is refused, with the line. */
export function readRunFile(root: string, id: string): { text: string; document: SessionDocument } | undefined {
  const file = runFile(id)
  const text = readIfThere(join(root, file))
  if (text === undefined) return undefined
  const read = parseSession(text)
  if ('value' in read) return { text, document: read.value }
  const [first] = read.problems
  throw new LoopError('bad_session', { file, line: String(first?.line ?? 1), problem: first?.text ?? '' })
}

/** Ids of all runs: of ours, and of other tools by their session files. */
export function listRuns(root: string): readonly string[] {
  const folder = sessionFolder(root)
  const files = namesIn(folder).flatMap((name) => sessionIdOf(name) ?? [])
  return [...new Set([...listSessions(root, 'run'), ...files])]
}

/** Of ours, the one that began last first. */
export function newestFirst(root: string): readonly string[] {
  return listSessions(root, 'run')
    .map((id) => ({ id, at: readRun(root, id).events[0]?.at ?? '' }))
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .map(({ id }) => id)
}

/**
 * Everything of a run: its session file, transcripts, prompts that were left behind, and its journal. Of another tool's there is
 * the session file alone. The journal goes last: without it, the rest would look like the work of another tool. The caller
 * holds the locks.
 */
export function removeRun(root: string, id: string): void {
  const temporary = join(stateFolder(root), 'tmp')
  const prompts = namesIn(temporary).filter((name) => name.startsWith(`${id}-`))
  const isOurs = existsSync(journalFile(root, id))
  const own = [join(sessionFolder(root), id), ...prompts.map((name) => join(temporary, name)), journalFile(root, id)]
  for (const path of [join(root, runFile(id)), ...(isOurs ? own : [])]) {
    try {
      rmSync(path, { recursive: true, force: true })
    } catch (error) {
      throw new LoopError('not_writable', { path, reason: reasonOf(error) }, { cause: error })
    }
  }
}
