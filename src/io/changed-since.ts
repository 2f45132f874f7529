import { lstatSync } from 'node:fs'
import { join } from 'node:path'

/** A busy machine is late with its signs of life, and what a dead process had begun may end after it. */
const grace = 10_000

/**
 * Whether a file was written when a process that died was no longer there, so by somebody else. Unknown (`lastSeen` is null, or the
 * file is gone): no.
 */
export function isChangedSinceDeath(root: string, path: string, lastSeen: number | null): boolean {
  if (lastSeen === null) return false
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
  return stats !== undefined && stats.mtimeMs > lastSeen + grace
}
