import { join } from 'node:path'
import { encodeName, hasEscapes } from '../core/values/file-name.ts'

/** Bytes where the name is not UTF-8; all of node:fs takes both. */
export type DiskPath = string | Buffer

/** Where a path of the repository is on the disk. */
export function diskPath(root: string, path: string): DiskPath {
  return hasEscapes(path) ? Buffer.concat([Buffer.from(join(root, '/')), encodeName(path)]) : join(root, path)
}
