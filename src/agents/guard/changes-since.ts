import { compareFingerprints } from './compare-fingerprints.ts'
import type { Difference, Fingerprint } from './fingerprint.ts'
import { isIntact } from './is-intact.ts'
import { takeFingerprint } from './take-fingerprint.ts'
import { undoMemory } from './undo.ts'

/**
 * What is not as it was; remembered replies are brought back at once. A repository that git cannot read any more has lost its
 * .git, whatever is left of it.
 */
export async function changesSince(before: Fingerprint): Promise<Difference[]> {
  if (!(await isIntact(before.repository))) return [{ area: 'git', kind: 'removed', path: '.git' }]
  const after = await takeFingerprint(before.repository, before)
  const found = compareFingerprints(before, after)
  if (found.some(({ area }) => area === 'memory')) undoMemory(before, after)
  return found.filter(({ area }) => area !== 'memory')
}
