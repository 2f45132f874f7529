import { stateFolder } from '../../io/state-folder.ts'
import { type FileRecord, readRecord } from './file-record.ts'
import type { Records } from './fingerprint.ts'
import { walkFolder } from './walk.ts'

const keptBytes = 16 * 1024 * 1024

/** Folders that we write ourselves while an agent runs. */
const ours: readonly string[] = ['cache', 'reviews', 'tmp', 'undone']

/** Under this name the folder itself is recorded: a link in its place would lead us elsewhere. */
export const stateEntry = '.'

/** Configuration, waivers, rules, journals of loops, mail. */
export function recordState(root: string, before?: Records): Map<string, FileRecord> {
  const folder = stateFolder(root)
  const entry = readRecord(folder, 0)
  if (entry === null) return new Map()
  if (entry.kind !== 'folder') return new Map([[stateEntry, entry]])
  return walkFolder(folder, { wants: (path) => !isOurs(path), keptBytes, before })
}

/** Journals are written between the calls of agents only; locks come and go, and a fixer's transcript grows. */
function isOurs(path: string): boolean {
  return ours.includes(path) || /^sessions\/(.*\.lock|[^/]+\/transcripts$)/.test(path)
}
