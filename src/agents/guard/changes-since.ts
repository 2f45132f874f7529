import { isWorkingFile } from '../../io/state-folder.ts'
import { compareFingerprints } from './compare-fingerprints.ts'
import type { Area, Difference, Fingerprint } from './fingerprint.ts'
import { isIntact } from './is-intact.ts'
import { stateEntry } from './state-files.ts'
import { takeFingerprint } from './take-fingerprint.ts'
import { undoMemory, undoOwnFolder } from './undo.ts'

export interface ChangesSince {
  /** Remembered replies are not named: they are only asked for again. */
  readonly found: readonly Difference[]
  /** Those in our own folder that were put back. */
  readonly undone: readonly Difference[]
  /** Where the other version of them is kept; null when there are none. */
  readonly kept: string | null
}

/** What is not as it was. A repository that git cannot read any more has lost its .git, whatever is left of it. */
export async function changesSince(before: Fingerprint): Promise<ChangesSince> {
  if (await isIntact(before.repository)) return changesInIntact(before)
  return { found: [{ area: 'git', kind: 'removed', path: '.git' }], undone: [], kept: null }
}

/** The same for one that git has just been able to read. */
export async function changesInIntact(before: Fingerprint): Promise<ChangesSince> {
  const after = await takeFingerprint(before.repository, before)
  const all = compareFingerprints(before, after)
  const has = (...areas: readonly Area[]) => all.some(({ area }) => areas.includes(area))
  // Where somebody switched or stashed, git itself changed the files that it knows in our folder.
  const isSwitched = has('head', 'ref') && !after.state.has(stateEntry)
  const isOurs = (path: string) => !isSwitched || isWorkingFile(path)
  const undone = all.filter(({ area, path }) => area === 'state' && isOurs(path))
  const kept = undone.length > 0 ? undoOwnFolder(before, after, isOurs) : null
  if (kept === null && has('memory')) undoMemory(before, after)
  return { found: all.filter(({ area }) => area !== 'memory'), undone, kept }
}
