import { compareFingerprints } from './compare-fingerprints.ts'
import type { Difference, Fingerprint } from './fingerprint.ts'
import { isIntact } from './is-intact.ts'
import { takeFingerprint } from './take-fingerprint.ts'

/** What is not as it was. A repository that git cannot read any more has lost its .git, whatever is left of it. */
export async function changesSince(before: Fingerprint): Promise<Difference[]> {
  if (!(await isIntact(before.repository))) return [{ area: 'git', kind: 'removed', path: '.git' }]
  return compareFingerprints(before, await takeFingerprint(before.repository, before))
}
