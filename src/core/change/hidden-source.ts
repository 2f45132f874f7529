import type { ChangedFile } from '../../types.ts'
import { isSourceCode } from './path-kind.ts'

/** Code that no diff shows, since git takes the file for binary. */
export function isHiddenSource(file: ChangedFile): boolean {
  return bringsBinary(file) && isSourceCode(file.path)
}

/** The change brings content that is not text. A file of which nothing was read has no blob: nobody knows what it is. */
export function bringsBinary({ binary, status, oldBlob, newBlob }: ChangedFile): boolean {
  return binary && status !== 'deleted' && newBlob !== null && newBlob !== oldBlob
}
