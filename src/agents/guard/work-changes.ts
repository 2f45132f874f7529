import { readlinkSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { diskPath } from '../../io/disk-path.ts'
import type { FileStatus } from '../../types.ts'
import { readInside } from './file-record.ts'
import type { Fingerprint, WorkChange } from './fingerprint.ts'
import type { PrivateGit } from './private-git.ts'
import { hashFile, largestFile } from './raw-file.ts'
import { split } from './read-work.ts'

interface Entry {
  readonly mode: string
  readonly blob: string
}

export type Entries = ReadonlyMap<string, Entry>

/** What the private index says about these paths. */
export async function readEntries(git: PrivateGit, paths: readonly string[]): Promise<Entries> {
  const wanted = new Set(paths)
  const entries = new Map<string, Entry>()
  for (const line of split(await git.read(['ls-files', '--stage', '-z']))) {
    const path = line.slice(line.indexOf('\t') + 1)
    const [mode, blob] = line.split(' ', 2)
    if (mode !== undefined && blob !== undefined && wanted.has(path)) entries.set(path, { mode, blob })
  }
  return entries
}

/** Which of the paths changed, and how, by what the index said then and says now. */
export function listChanges(before: Fingerprint, paths: readonly string[], old: Entries, now: Entries): WorkChange[] {
  const newAttributes = paths.some((path) => /(^|\/)\.gitattributes$/.test(path))
  return paths.flatMap((path) => {
    const [left, right] = [old.get(path), now.get(path)]
    if (left?.mode !== right?.mode || left?.blob !== right?.blob) return [change(path, left, right)]
    return unseen(before, path, left, newAttributes)
  })
}

function change(path: string, left: Entry | undefined, right: Entry | undefined): WorkChange {
  return {
    path,
    status: statusOf(left?.mode, right?.mode),
    oldMode: left?.mode ?? '000000',
    newMode: right?.mode ?? '000000',
    oldBlob: left?.blob ?? null,
    newBlob: right?.blob ?? null,
  }
}

function statusOf(left: string | undefined, right: string | undefined): FileStatus {
  if (left === undefined) return 'added'
  if (right === undefined) return 'deleted'
  return left.slice(0, 2) === right.slice(0, 2) ? 'modified' : 'type_changed'
}

/** Changes that git itself does not see: to the letter in uncommitted work, in large files, behind new attributes. */
function unseen(before: Fingerprint, path: string, entry: Entry | undefined, newAttributes: boolean): WorkChange[] {
  const { root } = before.repository
  const record = readInside(root, path, 0)
  const raw = before.work.raw.get(path)
  const isLarge = record !== null && record.size > largestFile
  if (raw !== undefined || isLarge) {
    const left = entry ?? (raw && { mode: '100644', blob: raw.blob ?? '' })
    const status = record === null ? 'deleted' : left === undefined ? 'added' : 'modified'
    return [{ ...change(path, left, entry), oldBlob: left?.blob || null, newBlob: null, status }]
  }
  if (!newAttributes || entry === undefined || record?.kind !== 'file') return []
  const isSwapped = hashFile(diskPath(root, path), record, entry.blob.length) !== entry.blob
  return isSwapped ? [{ ...change(path, entry, entry), newBlob: null }] : []
}

export function leadsOut(root: string, path: string): boolean {
  const target = readlinkSync(diskPath(root, path), 'utf8')
  const inside = relative(root, resolve(dirname(join(root, path)), target))
  return inside === '..' || inside.startsWith('../') || isAbsolute(inside)
}
