import type { Finding, Hunk } from '../../types.ts'

/** A file of a change, as far as it is shown with its lines. */
export interface ShownFile {
  readonly path: string
  readonly status?: string
  readonly hunks: readonly Hunk[]
}

/** Whether a forge takes a comment on these lines: all of them on the new side of one hunk, context lines included. */
export function fitsInline({ file, line, endLine }: Finding, files: readonly ShownFile[]): boolean {
  if (file === null || line === null) return false
  const last = Math.max(line, endLine ?? line)
  const changed = files.find(({ path, status }) => path === file && status !== 'deleted')
  return changed?.hunks.some((hunk) => line >= hunk.newStart && last < hunk.newStart + hunk.newCount) ?? false
}
