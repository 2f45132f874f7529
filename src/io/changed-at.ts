import { lstatSync } from 'node:fs'
import { diskPath } from './disk-path.ts'

/** When a file was written, in milliseconds since the epoch; null: it is not there. */
export function changedAt(root: string, path: string): number | null {
  return lstatSync(diskPath(root, path), { throwIfNoEntry: false })?.mtimeMs ?? null
}
