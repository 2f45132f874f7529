/** A busy machine is late with its signs of life, and what a dead process had begun may end after it. */
const grace = 10_000

/**
 * Whether a file was written when a process that died was no longer there, so by somebody else. Where nobody knows until when it
 * lived (`lastSeen` is null) that may be. A file that is gone (`changedAt` is null) does not say.
 */
export function isChangedSinceDeath(changedAt: number | null, lastSeen: number | null): boolean {
  if (lastSeen === null) return true
  return changedAt !== null && changedAt > lastSeen + grace
}
