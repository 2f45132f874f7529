import { compareFingerprints } from './compare-fingerprints.ts'
import type { Area, Difference, Fingerprint } from './fingerprint.ts'
import { isIntact } from './is-intact.ts'
import { takeFingerprint } from './take-fingerprint.ts'
import { undoMemory, undoOwnFolder } from './undo.ts'

export interface ChangesSince {
  /** Remembered replies are not named: they are only asked for again. */
  readonly found: readonly Difference[]
  /** Where another version of our own folder is kept, which was put back; null when it was as before. */
  readonly kept: string | null
}

/** What is not as it was. A repository that git cannot read any more has lost its .git, whatever is left of it. */
export async function changesSince(before: Fingerprint): Promise<ChangesSince> {
  if (!(await isIntact(before.repository))) {
    return { found: [{ area: 'git', kind: 'removed', path: '.git' }], kept: null }
  }
  const after = await takeFingerprint(before.repository, before)
  const all = compareFingerprints(before, after)
  const has = (...areas: readonly Area[]) => all.some(({ area }) => areas.includes(area))
  // Where somebody switched or stashed, git itself changed the files that it knows in our folder.
  const isOurs = has('state') && !has('head', 'ref')
  const kept = isOurs ? undoOwnFolder(before, after) : null
  if (!isOurs && has('memory')) undoMemory(before, after)
  return { found: all.filter(({ area }) => area !== 'memory'), kept }
}
