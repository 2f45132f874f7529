import { lstatSync, rmdirSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { type DiskPath, diskPath } from '../disk-path.ts'

/** `hidden`: a link or a file stands where one of its folders should be, so that the path leads elsewhere or nowhere. */
export type DiskState = 'file' | 'folder' | 'none' | 'hidden'

/** What is on the disk at a path of the repository. A link is a file, wherever it leads. */
export function diskState(root: string, path: string): DiskState {
  const folders = path.split('/').slice(0, -1)
  for (const at of folders.keys()) {
    const stats = statOf(diskPath(root, folders.slice(0, at + 1).join('/')))
    if (stats === undefined) return 'none'
    if (!stats.isDirectory()) return 'hidden'
  }
  const stats = statOf(diskPath(root, path))
  if (stats === undefined) return 'none'
  return stats.isDirectory() ? 'folder' : 'file'
}

/** Removes the folders above a path that have nothing in them, as git does. */
export function removeEmptyFolders(root: string, path: string): void {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(diskPath(root, folder))
    } catch {
      return
    }
  }
}

function statOf(path: DiskPath): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}
