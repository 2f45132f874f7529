import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { SessionEvent } from '../core/loop/types.ts'
import { LoopError } from '../errors.ts'
import { fileMode, makeFolder, namesIn, reasonOf } from './files.ts'
import { loopJournal } from './loop-journal.ts'
import { maskStrings } from './masking.ts'
import { readPlain, withPlain } from './plain-file.ts'
import { type JournalFormat, journalLine, parseJournal, parseLines } from './session-lines.ts'
import { ensureStateFolder, stateFolder } from './state-folder.ts'

// A session is a journal: one event on a line, appended and never changed. Who writes holds the lock of its branch.

export interface JournalContent<Event = SessionEvent> {
  readonly events: readonly Event[]
  /** Whether a last line was cut off while it was written. It does not count: nobody was told that it is there. */
  readonly torn: boolean
}

export interface Journal<Event = SessionEvent> extends JournalContent<Event> {
  /** Gives the event as it is on disk, with secrets masked. If it throws, it is not in the journal. */
  readonly append: (event: Event) => Event
  readonly close: () => void
}

export const sessionFolder = (root: string): string => join(stateFolder(root), 'sessions')

export const journalFile = (root: string, id: string): string => join(sessionFolder(root), `${id}.jsonl`)

/** A new id. Its journal begins when it is opened: a session that is refused before leaves nothing behind. */
export function createSession(root: string): string {
  ensureStateFolder(root)
  writing(sessionFolder(root), () => makeFolder(sessionFolder(root)))
  return randomUUID()
}

/** Of a loop. */
export function readJournal(root: string, id: string): JournalContent {
  return readEvents(root, id, loopJournal)
}

/** Of a loop, for writing. */
export function openJournal(root: string, id: string): Journal {
  return openEvents(root, id, loopJournal)
}

export function readEvents<Event>(root: string, id: string, format: JournalFormat<Event>): JournalContent<Event> {
  const { events, torn } = parseJournal(readBytes(root, id), journalFile(root, id), id, format)
  return { events, torn }
}

/** For writing, by who holds the lock of its branch. A torn last line is cut off. */
export function openEvents<Event extends { readonly type: string }>(
  root: string,
  id: string,
  format: JournalFormat<Event>,
): Journal<Event> {
  const file = journalFile(root, id)
  const bytes = existsSync(file) ? readBytes(root, id) : Buffer.alloc(0)
  const { events, torn, length } = parseJournal(bytes, file, id, format)
  let written = events.length
  let descriptor = writing(file, () => openSync(file, 'a', fileMode(file)))
  if (bytes.length === 0) flushFolder(sessionFolder(root))
  if (torn) writing(file, () => truncate(descriptor, length))
  return {
    events,
    torn,
    append: (event) => {
      descriptor = writing(file, () => sameFile(file, descriptor))
      const appended = appendLine(file, descriptor, maskStrings(event), { format, number: written + 1 })
      written += 1
      return appended
    },
    close: () => closeSync(descriptor),
  }
}

/** Ids of loops or of staged runs, in no order. A journal in which nothing is written counts as that of a loop. */
export function listSessions(root: string, kind: SessionKind = 'loop'): readonly string[] {
  return namesIn(sessionFolder(root)).flatMap((name) => {
    const id = /^([0-9a-f-]{36})\.jsonl$/.exec(name)?.[1]
    return id !== undefined && kindOf(root, id) === kind ? [id] : []
  })
}

export type SessionKind = 'loop' | 'run'

/** The first line tells, by its beginning. One that cannot be read counts as a loop, and is refused when it is read whole. */
function kindOf(root: string, id: string): SessionKind {
  const start = Buffer.alloc(100)
  try {
    withPlain(journalFile(root, id), (file) => readSync(file, start))
  } catch {}
  return start.includes('"type":"run-started"') ? 'run' : 'loop'
}

/** Ids of the sessions of a branch, the one that began last first. */
export function sessionsOfBranch(root: string, branch: string): readonly string[] {
  return listSessions(root)
    .flatMap((id) => {
      const start = readStart(root, id)
      return start?.type === 'session-started' && start.branch === branch ? [{ id, at: start.at }] : []
    })
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .map(({ id }) => id)
}

export function newestSession(root: string, branch: string): string | undefined {
  return sessionsOfBranch(root, branch)[0]
}

/** The session with this id, or with an id that begins like this. */
export function findSession(root: string, word: string, all = listSessions(root)): string {
  const found = sessionsLike(word, all)
  const [id] = found
  if (id === undefined) throw new LoopError('no_session', { problem: missing(root, word) })
  if (found.length > 1)
    throw new LoopError('no_session', { problem: `${word} is the beginning of ${found.join(' and ')}` })
  return id
}

/** The ids that somebody who writes this may mean. */
export function sessionsLike(word: string, all: readonly string[]): readonly string[] {
  return all.includes(word) ? [word] : all.filter((id) => word.length >= 4 && id.startsWith(word))
}

function missing(root: string, word: string): string {
  return sessionsLike(word, listSessions(root, 'run')).length > 0
    ? `${word} is no loop but a run: see it with review-loop sessions show ${word}`
    : `There is no session ${word}`
}

/** The caller holds the lock of its branch. */
export function removeSession(root: string, id: string): void {
  writing(journalFile(root, id), () => {
    rmSync(journalFile(root, id), { force: true })
    rmSync(join(sessionFolder(root), id), { recursive: true, force: true })
  })
}

/** Undefined for a journal that nothing was written to. */
function readStart(root: string, id: string): SessionEvent | undefined {
  const bytes = readBytes(root, id)
  const first = bytes.subarray(0, bytes.indexOf('\n') + 1)
  return parseLines(first, { file: journalFile(root, id), lines: 0 }, loopJournal).events[0]
}

function readBytes(root: string, id: string): Buffer {
  const path = journalFile(root, id)
  try {
    return readPlain(path)
  } catch (error) {
    throw new LoopError('unreadable_file', { path, reason: reasonOf(error) }, { cause: error })
  }
}

/** A journal that an agent damaged was brought back: under its name, but as another file. */
function sameFile(file: string, descriptor: number): number {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined || found.ino === fstatSync(descriptor).ino) return descriptor
  closeSync(descriptor)
  return openSync(file, 'a', fileMode(file))
}

/** One write for the whole line. What was written of it when the disk is full is taken back. */
function appendLine<Event extends { readonly type: string }>(
  file: string,
  descriptor: number,
  event: Event,
  { format, number }: { readonly format: JournalFormat<Event>; readonly number: number },
): Event {
  const parsed = format.parse(event)
  if ('problem' in parsed) throw new Error(`an event that could not be read again: ${event.type}: ${parsed.problem}`)
  const line = Buffer.from(journalLine(parsed.event, number, format))
  const { size } = fstatSync(descriptor)
  writing(file, () => {
    try {
      if (writeSync(descriptor, line) < line.length) throw new Error('the disk is full')
      fsyncSync(descriptor)
    } catch (error) {
      truncate(descriptor, size)
      throw error
    }
  })
  return event
}

function truncate(descriptor: number, length: number): void {
  ftruncateSync(descriptor, length)
  fsyncSync(descriptor)
}

/** A new name in a folder lasts only when the folder is on disk, too. Not every system can do that. */
function flushFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  } catch {}
}

function writing<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new LoopError('not_writable', { path, reason: reasonOf(error) }, { cause: error })
  }
}
