import {
  chmodSync, cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, symlinkSync, writeFileSync,
} from 'node:fs' // biome-ignore format: a list of names
import { dirname, join } from 'node:path'
import { makeFolder } from '../../io/files.ts'
import { type FileRecord, readInside } from './file-record.ts'

/** Moves what is at `path` to `to`, whatever it is. Nothing happens when there is nothing, or when only a link leads there. */
export function moveAside(root: string, path: string, to: string): void {
  const from = join(root, path)
  if (readInside(root, path, 0) === null) return
  makeFolder(dirname(to))
  try {
    renameSync(from, to)
  } catch {
    // Another file system, or somebody else took it away.
    if (readInside(root, path, 0) === null) return
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    rmSync(from, { recursive: true, force: true })
  }
}

/** Makes the file or link what it was. The place must be free, or hold the file itself. */
export function putBack(path: string, record: Pick<FileRecord, 'kind' | 'mode'>, content: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.review-loop`
  if (record.kind === 'link') symlinkSync(Buffer.from(content), temporary)
  else {
    writeFileSync(temporary, content)
    chmodSync(temporary, record.mode)
  }
  renameSync(temporary, path)
}

/** Removes the folders above a path that are empty now and did not exist at that time. */
export function removeNewFolders(root: string, path: string, sinceMs: number): void {
  for (let folder = dirname(path); folder !== '.' && folder !== '/'; folder = dirname(folder)) {
    const full = join(root, folder)
    const stats = lstatSync(full, { throwIfNoEntry: false })
    if (stats === undefined) continue
    if (!stats.isDirectory() || stats.birthtimeMs < sinceMs || !removeIfEmpty(full)) return
  }
}

function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return !existsSync(folder)
  }
}
