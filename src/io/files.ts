import {
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { LoopError } from '../errors.ts'
import type { DiskPath } from './disk-path.ts'
import { maskDocument } from './masking.ts'
import { readPlain } from './plain-file.ts'

/**
 * Writes a file whole: a reader sees the old content or the new one, never a part, even after a power failure. Text is ours,
 * and secrets in it are masked; bytes are somebody's, and stay as they are.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  write(path, content, fsyncSync)
}

/** The same from a text with a character for each byte: see `readIfThere`. */
export function writeBytes(path: string, bytes: string): void {
  writeWhole(path, Buffer.from(bytes, 'latin1'))
}

/** The same without waiting for the disk, for files that the next run makes again. */
export function writeQuickly(path: string, content: string | Uint8Array): void {
  write(path, content, () => {})
}

function write(path: string, content: string | Uint8Array, flush: (file: number) => void): void {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    makeFolder(dirname(path))
    const file = openSync(temporary, 'w', fileMode(path))
    try {
      writeSync(file, typeof content === 'string' ? Buffer.from(maskDocument(content)) : content)
      flush(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw new LoopError('not_writable', { path, reason: reasonOf(error) }, { cause: error })
  }
}

const stateName = '.review-loop'
const made = new Set<string>()

/** Makes a folder and those above it. Our working files are for their owner alone, also where git made the folder. */
export function makeFolder(path: string): void {
  const state = stateFolderOf(path)
  mkdirSync(path, { recursive: true, ...(state === undefined ? {} : { mode: 0o700 }) })
  if (state === undefined || made.has(state)) return
  made.add(state)
  try {
    const { mode } = statSync(state)
    // Only others lose rights: a folder that the user made read-only stays so.
    if ((mode & 0o077) !== 0) chmodSync(state, mode & 0o700)
  } catch {
    // It belongs to somebody else, who decides who reads it.
  }
}

/** Of a new file. What is not a working file of ours is as public as the user has it. */
export function fileMode(path: string): number {
  return stateFolderOf(path) === undefined ? 0o666 : 0o600
}

function stateFolderOf(path: string): string | undefined {
  const parts = resolve(path).split(sep)
  const at = parts.indexOf(stateName)
  return at === -1 ? undefined : parts.slice(0, at + 1).join(sep)
}

/** What somebody left beside a file who was killed while writing it. For files that only one writes at a time. */
export function removeUnfinished(path: string): void {
  const [folder, name] = [dirname(path), basename(path)]
  const isUnfinished = (other: string) =>
    other.startsWith(`${name}.`) && /^\d+\.tmp$/.test(other.slice(name.length + 1))
  for (const other of namesIn(folder).filter(isUnfinished)) rmSync(join(folder, other), { force: true })
}

/**
 * The same for a whole folder, of what nobody has touched for so long: whoever writes needs no more than a moment.
 * Only what is named as we name it: others may have temporary files too.
 */
export function removeAbandoned(folder: string, forMs: number): void {
  for (const name of namesIn(folder).filter((other) => /\.(?:ya?ml|json|txt|pending)\.\d+\.tmp$/.test(other))) {
    const file = lstatSync(join(folder, name), { throwIfNoEntry: false })
    if (file !== undefined && Date.now() - file.mtimeMs >= forMs) rmSync(join(folder, name), { force: true })
  }
}

/** None where there is no such folder. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw new LoopError('unreadable_file', { path: folder, reason: reasonOf(error) }, { cause: error })
  }
}

/** Undefined when there is no such file; any other trouble is the user's to mend. `latin1`: a character for each byte. */
export function readIfThere(path: DiskPath, encoding: 'utf8' | 'latin1' = 'utf8'): string | undefined {
  try {
    return readPlain(path).toString(encoding)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw unreadable(path, reasonOf(error), error)
  }
}

export type FileContent =
  | { readonly bytes: Uint8Array; readonly text: string }
  | { readonly problem: string; readonly isMissing: boolean }

/** For a file that others wrote. Never throws. A link is not followed. */
export function readForeign(path: string, mostBytes: number): FileContent {
  try {
    const bytes = readPlain(path, { mostBytes, flags: noLinks })
    return { bytes, text: decoder.decode(bytes) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    const known = error instanceof TypeError ? 'it is not UTF-8' : code === 'ELOOP' ? 'it is a link' : null
    return { problem: known ?? reasonOf(error), isMissing: code === 'ENOENT' }
  }
}

// Where the system has no such flag, the listing of the folder has kept links out.
const noLinks = constants.O_NOFOLLOW ?? 0
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A file that the user names, who may name a pipe as well. */
export function readRequired(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw unreadable(path, isMissing(error) ? 'there is no such file' : reasonOf(error), error)
  }
}

function unreadable(path: DiskPath, reason: string, cause: unknown): LoopError {
  return new LoopError('unreadable_file', { path: String(path), reason }, { cause })
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (message.startsWith('EISDIR')) return 'it is a folder'
  // Node's messages read "EACCES: permission denied, open '/path'": the middle is what a person needs.
  return /^[A-Z]+: ([^,]+),/.exec(message)?.[1] ?? message
}
