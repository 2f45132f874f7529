import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { reasonOf } from '../files.ts'

// Files that others wrote. Nothing that is not a plain file of a bounded size is read, and nothing that waits.

export type FileContent =
  | { readonly bytes: Uint8Array; readonly text: string }
  | { readonly problem: string; readonly isMissing: boolean }

/** Never throws. A link is not followed. */
export function readPlainFile(path: string, mostBytes: number): FileContent {
  let file: number
  try {
    file = openSync(path, flags)
  } catch (error) {
    return unreadable(error)
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) return refused('it is not a file')
    if (stat.size > mostBytes) return refused(`it is longer than ${mostBytes} bytes`)
    const buffer = Buffer.allocUnsafe(stat.size)
    const bytes = buffer.subarray(0, readSync(file, buffer, 0, stat.size, 0))
    return { bytes, text: decoder.decode(bytes) }
  } catch (error) {
    return refused(error instanceof TypeError ? 'it is not UTF-8' : reasonOf(error))
  } finally {
    closeSync(file)
  }
}

// Where the system has no such flag, the listing of the folder has kept links and pipes out.
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function refused(problem: string): FileContent {
  return { problem, isMissing: false }
}

function unreadable(error: unknown): FileContent {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return { problem: code === 'ELOOP' ? 'it is a link' : reasonOf(error), isMissing: code === 'ENOENT' }
}
