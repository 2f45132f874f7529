import { type Dirent, readdirSync } from 'node:fs'
import { decodeName, hasEscapes } from '../../core/values/file-name.ts'
import { type DiskPath, diskPath } from '../../io/disk-path.ts'
import { type FileRecord, readRecord } from './file-record.ts'
import type { Records } from './fingerprint.ts'

export interface Walk {
  /** Asked for every file, link and folder; the path is relative, with forward slashes. */
  readonly wants: (path: string, isFolder: boolean) => boolean
  /** Files up to this size are kept with their content. */
  readonly keptBytes: (path: string) => number
  readonly before: Records | undefined
}

/** Records of the files below a folder. Links are recorded, not followed. */
export function walkFolder(root: string, walk: Walk): Map<string, FileRecord> {
  const records = new Map<string, FileRecord>()
  const open = ['']
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of listFolder(diskPath(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (!walk.wants(path, entry.isDirectory())) continue
      if (entry.isDirectory()) open.push(path)
      else add(path)
    }
  }
  return records

  function add(path: string): void {
    const record = readRecord(diskPath(root, path), walk.keptBytes(path), walk.before?.get(path))
    if (record !== null) records.set(path, record)
  }
}

export type FolderEntry = Pick<Dirent, 'name' | 'isDirectory' | 'isFile'>

/** In a fixed order. A folder that is missing or may not be read is empty. */
export function listFolder(path: DiskPath): FolderEntry[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    return (entries.some(({ name }) => hasEscapes(name)) ? namedByBytes(path) : entries).sort(byName)
  } catch {
    return []
  }
}

function namedByBytes(path: DiskPath): FolderEntry[] {
  return readdirSync(path, { withFileTypes: true, encoding: 'buffer' }).map((entry) => ({
    name: decodeName(entry.name),
    isDirectory: () => entry.isDirectory(),
    isFile: () => entry.isFile(),
  }))
}

function byName(left: FolderEntry, right: FolderEntry): number {
  return left.name < right.name ? -1 : 1
}
