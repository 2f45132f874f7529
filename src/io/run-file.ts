import { isUtf8 } from 'node:buffer'
import { existsSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DocumentProblem } from '../core/loop/parse-findings.ts'
import { runFile, type SessionDocument, sessionIdOf } from '../core/staged/session-file/session-document.ts'
import { parseSession } from '../core/staged/session-file/session-parse.ts'
import { LoopError } from '../errors.ts'
import { namesIn, readIfThere, reasonOf } from './files.ts'
import type { Repository } from './git/repository.ts'
import { trackedState } from './git/tracked-state.ts'
import { readRun } from './run-journal.ts'
import { journalFile, listSessions, sessionFolder } from './session-store.ts'
import { stateFolder } from './state-folder.ts'

// The session file of a staged run, which other tools read and write as well.

/** Undefined where there is none. One that cannot be read is refused, with the line. */
export function readRunFile(root: string, id: string): { text: string; document: SessionDocument } | undefined {
  const file = runFile(id)
  const bytes = readIfThere(join(root, file), 'latin1')
  if (bytes === undefined) return undefined
  const damaged = bytes.split('\n').findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')))
  if (damaged >= 0) throw refused(file, { line: damaged + 1, text: 'It is no UTF-8 text' })
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  const read = parseSession(text)
  if ('value' in read) return { text, document: read.value }
  throw refused(file, read.problems[0])
}

function refused(file: string, { line, text }: DocumentProblem = { line: 1, text: '' }): LoopError {
  return new LoopError('bad_session', { file, line: String(line), problem: text })
}

/** Ids of all runs: of ours, and of other tools by their session files. */
export function listRuns(root: string): readonly string[] {
  const folder = sessionFolder(root)
  const files = namesIn(folder).flatMap((name) => sessionIdOf(name) ?? [])
  return [...new Set([...listSessions(root, 'run'), ...files])]
}

/** Those of other tools: session files that have no journal of ours. */
export function foreignRuns(root: string): readonly string[] {
  const isOurs = (id: string) => (statSync(journalFile(root, id), { throwIfNoEntry: false })?.size ?? 0) > 0
  return listRuns(root).filter((id) => !isOurs(id))
}

/** All runs, the one that began last first. Another tool's begins for us when its file was written last. */
export function newestFirst(root: string): readonly string[] {
  const ours = listSessions(root, 'run').map((id) => ({ id, at: Date.parse(readRun(root, id).events[0]?.at ?? '') }))
  const foreign = foreignRuns(root).map((id) => ({ id, at: writtenAt(root, id).getTime() }))
  return [...ours, ...foreign].sort((one, other) => other.at - one.at).map(({ id }) => id)
}

/** When the session file was written last. */
export function writtenAt(root: string, id: string): Date {
  return statSync(join(root, runFile(id))).mtime
}

/** The session files that git tracks: they came with the repository. All of them did where a submodule stands for their folder. */
export async function trackedRuns(repository: Repository): Promise<ReadonlySet<string>> {
  const paths = await trackedState(repository)
  if (paths.some((path) => /^\.review-loop(?:\/sessions)?$/i.test(path))) return new Set(listRuns(repository.root))
  return new Set(paths.flatMap((path) => sessionIdOf(basename(path)) ?? []))
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
