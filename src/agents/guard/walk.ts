import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
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
    for (const entry of listFolder(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (!walk.wants(path, entry.isDirectory())) continue
      if (entry.isDirectory()) open.push(path)
      else add(path)
    }
  }
  return records

  function add(path: string): void {
    const record = readRecord(join(root, path), walk.keptBytes(path), walk.before?.get(path))
    if (record !== null) records.set(path, record)
  }
}

/** In a fixed order. A folder that is missing or may not be read is empty. */
export function listFolder(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1))
  } catch {
    return []
  }
}
