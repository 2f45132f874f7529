import { dirname, join } from 'node:path'
import type { Tampering } from '../../core/loop/validation-result.ts'
import { writeWhole } from '../../io/files.ts'
import { gitFolder } from '../../io/git/git-folder.ts'
import type { Repository } from '../../io/git/repository.ts'
import { ensureStateFolder, stateFolder } from '../../io/state-folder.ts'
import { compareFingerprints } from './compare-fingerprints.ts'
import type { Difference, Fingerprint } from './fingerprint.ts'
import { holdObjects } from './hold-objects.ts'
import { isIntact } from './is-intact.ts'
import { withoutFiles } from './kept-record.ts'
import { leaveMark } from './leave-mark.ts'
import { recordProtected } from './protected-files.ts'
import { replaceRefs, undoReplaceRefs } from './replace-refs.ts'
import { recordSharedState } from './shared-state.ts'
import { recordState } from './state-files.ts'
import { undoState } from './undo.ts'
import { undoEntry, undoRecords } from './undo-records.ts'
import { newUndoneFolder } from './undone-folder.ts'

export interface Guarded<T> {
  readonly value: T
  readonly tampered: Tampering | null
}

/**
 * Runs code of the change in the repository: a validation command, or a hook of a commit. What it changes in .review-loop, or of what
 * decides how git reads a repository, is put back and its version kept. Everything else it changed stays: people fetch and commit
 * meanwhile.
 */
export async function guardCommand<T>(repository: Repository, work: () => Promise<T>): Promise<Guarded<T>> {
  ensureStateFolder(repository.root)
  const before = await record(repository)
  const references = await replaceRefs(repository)
  const objects = await holdObjects(repository)
  const mark = leaveMark(before, undefined, 'command')
  try {
    const [done] = await Promise.allSettled([work()])
    const { name, folder } = newUndoneFolder(repository.root)
    const files = await undoFiles(before, folder)
    // Only now git is asked: under settings that are the user's.
    const replaced = await undoReplaceRefs(repository, references, folder)
    const forged = await objects.settle()
    if (!(await isIntact(repository))) await objects.bringBack()
    const left = await differences(before)
    if (left.length > 0) mark.hold()
    else mark.remove()
    const changed = [...files.map(nameOf), ...replaced, ...(forged === null ? [] : ['objects of git'])]
    if (done.status === 'rejected') throw done.reason
    const { value } = done
    if (changed.length === 0) return { value, tampered: null }
    const kept = files.length > 0 || replaced.length > 0 ? name : null
    return { value, tampered: { changed, kept } }
  } finally {
    await objects.release()
  }
}

async function record(repository: Repository, before?: Fingerprint): Promise<Fingerprint> {
  const kept = {
    takenAtMs: Date.now(),
    git: await recordProtected(repository, before?.git),
    state: recordState(repository.root, before?.state),
    elsewhere: recordSharedState(repository, before?.elsewhere),
  }
  const since = before === undefined ? null : { before, changes: [], linksOut: [] }
  return { ...withoutFiles(repository, kept), since }
}

async function differences(before: Fingerprint): Promise<readonly Difference[]> {
  return compareFingerprints(before, await record(before.repository, before)).filter(({ area }) => area !== 'memory')
}

/** Remembered replies are put back like the rest, but nobody has to be told: they are only asked for again. */
async function undoFiles(before: Fingerprint, aside: string): Promise<readonly Difference[]> {
  const { root } = before.repository
  const after = await record(before.repository, before)
  const all = compareFingerprints(before, after)
  if (all.length === 0) return []
  undoState(before, after, join(aside, 'review-loop'))
  ensureStateFolder(root)
  const found = all.filter(({ area }) => area !== 'memory')
  writeWhole(join(aside, 'undone.json'), `${JSON.stringify(all, null, 2)}\n`)
  const { common } = gitFolder(before.repository)
  undoEntry(before, after, aside)
  undoRecords(common, without(before.git), without(after.git), join(aside, 'git'), before.takenAtMs)
  for (const [other, records] of before.elsewhere) {
    const place = join(aside, 'worktrees', other.replaceAll('/', '_'))
    undoRecords(stateFolder(other), records, after.elsewhere.get(other) ?? new Map(), place, before.takenAtMs)
  }
  return found
}

const without = (records: Fingerprint['git']): Fingerprint['git'] =>
  new Map([...records].filter(([path]) => path !== '.git'))

function nameOf({ area, path }: Difference): string {
  if (area === 'state') return path === '.' ? '.review-loop' : `.review-loop/${path}`
  return area === 'worktree' || dirname(path) === '/' || path === '.git' ? path : `.git/${path}`
}
