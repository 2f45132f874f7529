import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import type { DiskPath } from './disk-path.ts'

interface Limits {
  readonly mostBytes?: number
  /** Extra flags of open(2). */
  readonly flags?: number
}

/** Longer files are not ours, and a text cannot be much longer. */
const longest = 256 * 1024 * 1024

/** The bytes of a regular file, links followed. Anything else (a pipe, a device, a folder) throws at once, and is not waited for. */
export function readPlain(path: DiskPath, limits: Limits = {}): Buffer {
  return withPlain(path, (file) => readFileSync(file), limits)
}

/** The same for whoever needs only a part of it. */
export function withPlain<T>(path: DiskPath, read: (file: number) => T, limits: Limits = {}): T {
  const { mostBytes = longest, flags = 0 } = limits
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags)
  try {
    const stat = fstatSync(file)
    if (stat.isDirectory()) throw new Error('it is a folder')
    if (!stat.isFile()) throw new Error('it is not a regular file')
    if (stat.size > mostBytes) throw new Error(`it is larger than ${sizeText(mostBytes)}`)
    return read(file)
  } finally {
    closeSync(file)
  }
}

function sizeText(bytes: number): string {
  return bytes === longest ? `${bytes >> 20} MB` : `${bytes} bytes`
}
