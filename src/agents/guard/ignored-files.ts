import { diskPath } from '../../io/disk-path.ts'
import { type FileRecord, readInside } from './file-record.ts'
import type { IgnoredFiles } from './fingerprint.ts'
import { type FolderEntry, listFolder } from './walk.ts'

/** Folders of packages and builds have any number of files: looking stops here. */
const mostEntries = 5000
/** Small files near the top, such as .env, are kept so that they can be brought back. */
const keptFileBytes = 64 * 1024
const keptBytes = 8 * 1024 * 1024

/** Looks through what git ignores, level by level, as far as it is cheap. */
export function recordIgnored(root: string, paths: readonly string[], before?: IgnoredFiles): IgnoredFiles {
  const records = new Map<string, FileRecord>()
  const unexplored = new Set<string>()
  let level = paths
  let seen = 0
  let kept = 0
  while (level.length > 0) {
    const next: string[] = []
    for (const path of level) {
      if (seen >= mostEntries) {
        unexplored.add(path.slice(0, path.lastIndexOf('/') + 1) || path)
        continue
      }
      seen++
      if (path.endsWith('/')) for (const entry of listFolder(diskPath(root, path))) next.push(nameOf(path, entry))
      else add(path)
    }
    level = next
  }
  for (const path of before?.records.keys() ?? []) if (!records.has(path)) add(path)
  return { records, unexplored: [...unexplored] }

  function add(path: string): void {
    const known = before?.records.get(path)
    const record = readInside(root, path, kept < keptBytes ? keptFileBytes : 0, known)
    if (record === null || record.kind === 'folder') return
    kept += record.content?.length ?? 0
    records.set(path, record)
  }
}

function nameOf(folder: string, entry: FolderEntry): string {
  return `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`
}
