import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import type { DiskPath } from './disk-path.ts'

/** Longer files are not ours, and a text cannot be much longer. */
const mostBytes = 256 * 1024 * 1024

/** The bytes of a regular file, links followed. Anything else (a pipe, a device, a folder) throws at once, and is not waited for. */
export function readPlain(path: DiskPath): Buffer {
  return withPlain(path, (file) => readFileSync(file))
}

/** The same for whoever needs only a part of it. */
export function withPlain<T>(path: DiskPath, read: (file: number) => T): T {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stat = fstatSync(file)
    if (stat.isDirectory()) throw new Error('it is a folder')
    if (!stat.isFile()) throw new Error('it is not a regular file')
    if (stat.size > mostBytes) throw new Error(`it is larger than ${mostBytes >> 20} MB`)
    return read(file)
  } finally {
    closeSync(file)
  }
}
