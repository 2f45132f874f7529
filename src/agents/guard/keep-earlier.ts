import { join } from 'node:path'
import { writeWhole } from '../../io/files.ts'
import type { FileRecord } from './file-record.ts'
import type { Difference, Fingerprint } from './fingerprint.ts'
import { recordedIn, withPrivateGit } from './private-git.ts'
import { putBack } from './put-back.ts'
import { referencesOf } from './references.ts'
import { sharedFiles } from './shared-state.ts'
import { checkOut, contentOf } from './undo-files.ts'
import { newUndoneFolder, type UndoneFolder } from './undone-folder.ts'

/**
 * Writes down how things were that have changed and are left as they are: a list, with where references pointed to, and the
 * files, uncommitted ones to the letter. Gives the folder, relative to the repository root.
 */
export async function keepEarlier(
  before: Fingerprint,
  found: readonly Difference[],
  { name, folder }: UndoneFolder = newUndoneFolder(before.repository.root),
): Promise<string> {
  const references = referencesOf(before.git)
  const elsewhere = sharedFiles(before.elsewhere)
  const list = found.map((each) => (each.area === 'ref' ? { ...each, was: references.get(each.path) ?? null } : each))
  writeWhole(join(folder, 'changed.json'), `${JSON.stringify(list, null, 2)}\n`)
  await withPrivateGit(before.repository, recordedIn(before), async (git) => {
    for (const { area, path } of found) {
      const raw = before.work.raw.get(path)
      if (isFile(area) && raw !== undefined) {
        keep('files', path, raw, raw.content ?? (raw.blob === null ? null : await contentOf(git, raw.blob)))
      } else if (area === 'ignored') keepRecord('files', path, before.ignored.records.get(path))
      else if (area === 'state') keepRecord('review-loop', path, before.state.get(path))
      else if (elsewhere.has(path)) keepRecord('worktrees', path, elsewhere.get(path))
      else if (!isFile(area)) keepRecord('git', path, before.git.get(path))
    }
    const clean = found.filter(({ area, kind, path }) => isFile(area) && kind !== 'added' && !before.work.raw.has(path))
    await checkOut(
      git,
      clean.map(({ path }) => path),
      join(folder, 'before', 'files'),
    )
  })
  return name

  function keepRecord(place: string, path: string, record: FileRecord | undefined): void {
    if (record !== undefined) keep(place, path, record, record.content)
  }

  function keep(place: string, path: string, record: FileRecord, content: Uint8Array | null): void {
    if (content !== null) putBack(join(folder, 'before', place), path, record, content)
  }
}

function isFile(area: Difference['area']): boolean {
  return area === 'file' || area === 'link'
}
