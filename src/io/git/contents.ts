import type { FileContents } from '../../core/evidence/anchor-index.ts'
import type { ChangedFile } from '../../types.ts'
import { readBlobSizes, readBlobs } from './blobs.ts'
import type { Repository } from './repository.ts'
import { decodeText } from './text.ts'

/** Both sides of the given files as text; null for a side that is not there, not text or larger than the limit. */
export async function readContents(
  repository: Repository,
  files: readonly ChangedFile[],
  limitBytes: number,
): Promise<Map<string, FileContents>> {
  const ids = [
    ...new Set(files.flatMap((file) => [regular(file.newMode, file.newBlob), regular(file.oldMode, file.oldBlob)])),
  ]
  const known = ids.filter((id) => id !== null)
  const sizes = await readBlobSizes(repository, known)
  const blobs = await readBlobs(
    repository,
    known.filter((id) => (sizes.get(id) ?? Number.POSITIVE_INFINITY) <= limitBytes),
  )
  const text = (id: string | null): string | null => (id === null ? null : (decodeText(blobs.get(id)) ?? null))
  return new Map(
    files.map((file) => [
      file.path,
      { new: text(regular(file.newMode, file.newBlob)), old: text(regular(file.oldMode, file.oldBlob)) },
    ]),
  )
}

/** Only regular files and symbolic links have text; a submodule's id is a commit. */
function regular(mode: string, blob: string | null): string | null {
  return mode.startsWith('1') && mode !== '160000' ? blob : null
}
