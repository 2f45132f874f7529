import { lstatSync } from 'node:fs'
import { join } from 'node:path'

/** When a file was written, in milliseconds since the epoch; null: it is not there. */
export function changedAt(root: string, path: string): number | null {
  return lstatSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? null
}
