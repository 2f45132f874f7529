import {
  chmodSync, cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, symlinkSync, writeFileSync,
} from 'node:fs' // biome-ignore format: a list of names
import { dirname } from 'node:path'
import { type DiskPath, diskPath } from '../../io/disk-path.ts'
import { makeFolder } from '../../io/files.ts'
import { type FileRecord, readInside } from './file-record.ts'

/** Moves what is at `path` to `to`, whatever it is. Nothing happens when there is nothing, or when only a link leads there. */
export function moveAside(root: string, path: string, to: string): void {
  const from = diskPath(root, path)
  if (readInside(root, path, 0) === null) return
  makeFolder(dirname(to))
  try {
    renameSync(from, to)
  } catch (error) {
    // Another file system, or somebody else took it away.
    if (readInside(root, path, 0) === null) return
    if (typeof from !== 'string') throw error
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    rmSync(from, { recursive: true, force: true })
  }
}

/** Makes the file or link what it was. The place must be free, or hold the file itself. */
export function putBack(
  root: string,
  path: string,
  record: Pick<FileRecord, 'kind' | 'mode'>,
  content: Uint8Array,
): void {
  mkdirSync(diskPath(root, dirname(path)), { recursive: true })
  const temporary = diskPath(root, `${path}.${process.pid}.review-loop`)
  if (record.kind === 'link') symlinkSync(Buffer.from(content), temporary)
  else {
    writeFileSync(temporary, content)
    chmodSync(temporary, record.mode)
  }
  renameSync(temporary, diskPath(root, path))
}

/** Removes the folders above a path that are empty now and did not exist at that time. */
export function removeNewFolders(root: string, path: string, sinceMs: number): void {
  for (let folder = dirname(path); folder !== '.' && folder !== '/'; folder = dirname(folder)) {
    const full = diskPath(root, folder)
    const stats = lstatSync(full, { throwIfNoEntry: false })
    if (stats === undefined) continue
    if (!stats.isDirectory() || stats.birthtimeMs < sinceMs || !removeIfEmpty(full)) return
  }
}

function removeIfEmpty(folder: DiskPath): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return !existsSync(folder)
  }
}
