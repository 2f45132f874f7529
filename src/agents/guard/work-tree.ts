import { listed } from '../../io/git/private-index.ts'
import { readInside } from './file-record.ts'
import type { Fingerprint, Since, WorkTree } from './fingerprint.ts'
import type { PrivateGit } from './private-git.ts'
import { isStill, largestFile, recordRaw } from './raw-file.ts'
import type { AllPaths, WorkPaths } from './read-work.ts'
import { type Entries, leadsOut, listChanges, readEntries } from './work-changes.ts'

/** Makes the private index say what is on the disk, and keeps uncommitted work to the letter. */
export async function recordWork(git: PrivateGit, root: string, paths: AllPaths): Promise<WorkTree> {
  const dirty = [...paths.suspect, ...paths.untracked]
  const [raw] = await Promise.all([recordRaw(git, root, dirty), update(git, root, dirty)])
  const isSuspect = new Set(paths.suspect)
  const clean = [...paths.tracked.filter((path) => !isSuspect.has(path)), ...paths.own]
  return { index: git.index(), clean, raw, nested: paths.nested }
}

/** What differs from the work recorded before. The private index is the one recorded then. */
export async function compareWork(
  git: PrivateGit,
  before: Fingerprint,
  paths: WorkPaths,
): Promise<{ work: WorkTree; since: Since }> {
  const { root } = before.repository
  const suspects = findSuspects(before, paths)
  if (suspects.length === 0) {
    return { work: { ...before.work, nested: paths.nested }, since: { before, changes: [], linksOut: [] } }
  }
  const old = await readEntries(git, suspects)
  await update(git, root, suspects)
  const now: Entries = await readEntries(git, suspects)
  const changes = listChanges(before, suspects, old, now)
  const linksOut = changes.filter(({ path, newMode }) => newMode === '120000' && leadsOut(root, path))
  const work = { index: git.index(), clean: [], raw: new Map(), nested: paths.nested }
  return { work, since: { before, changes, linksOut: linksOut.map(({ path }) => path) } }
}

/** Without those that are still to the letter what they were, and ignored files that are only not ignored any more. */
function findSuspects({ work, ignored, repository }: Fingerprint, paths: WorkPaths): string[] {
  const isKnown = (path: string) =>
    ignored.records.has(path) || ignored.unexplored.some((folder) => path.startsWith(folder))
  const found = [...paths.suspect, ...paths.untracked.filter((path) => !isKnown(path))]
  return found.filter((path) => {
    const record = work.raw.get(path)
    return record === undefined || !isStill(record, repository.root, path)
  })
}

/** Large files stay out: their content would fill the store. */
async function update(git: PrivateGit, root: string, paths: readonly string[]): Promise<void> {
  const records = paths.map((path) => ({ path, record: readInside(root, path, 0) }))
  const gone = records.filter(({ record }) => record === null || record.kind === 'folder')
  const there = records.filter(
    ({ record }) => record !== null && record.kind !== 'folder' && record.size <= largestFile,
  )
  const list = (some: typeof records) => listed(some.map(({ path }) => path))
  if (gone.length > 0) await git.read(['update-index', '--force-remove', '-z', '--stdin'], { input: list(gone) })
  if (there.length > 0) await git.read(['update-index', '--add', '--replace', '-z', '--stdin'], { input: list(there) })
}
