import type { ChangedFile, Config } from '../../types.ts'
import { changedLines } from '../change/changed-lines.ts'
import { isHiddenSource } from '../change/hidden-source.ts'
import { isGenerated, isLockFile, isNeverRead } from '../change/path-kind.ts'
import { pathMatcher } from '../verdict/house-rules.ts'

/** Of what a program wrote, a reviewer is shown only as much as somebody could have changed by hand. */
const fewLines = 100
const fewTokens = 10_000

/**
 * Whether a file is only named to reviewers: nobody reads line by line what a program wrote. `marked` are files that say so
 * themselves, `read` what is read all the same. `patchTokens` is the length of its patch, where that is known.
 */
export function summariser(
  { summarise, show }: Config['panel'],
  marked: ReadonlySet<string>,
  read: ReadonlySet<string>,
): (file: ChangedFile, patchTokens?: number) => boolean {
  const isNamed = pathMatcher(summarise)
  const isShown = pathMatcher(show)
  const isWritten = (path: string) => !read.has(path) && (isGenerated(path) || marked.has(path))
  return (file, patchTokens = 0) =>
    !isShown(file.path) && (isNamed(file.path) || (isWritten(file.path) && isTooMuch(file, patchTokens)))
}

/** Files that may say themselves that a program wrote them, and are so long that it matters. */
export function mayBeMarked(file: ChangedFile): boolean {
  return !file.binary && !isGenerated(file.path) && changedLines(file) > fewLines
}

export function summaryLine(
  { path, status, addedLines, removedLines }: ChangedFile,
  marked: ReadonlySet<string>,
): string {
  return `${path} (${whyNamed(path, marked)}, ${status}, +${addedLines} -${removedLines})`
}

function whyNamed(path: string, marked: ReadonlySet<string>): string {
  if (isLockFile(path)) return 'lock file'
  if (isGenerated(path)) return 'generated or vendored'
  return marked.has(path) ? 'generated, as it says itself' : 'by configuration'
}

function isTooMuch(file: ChangedFile, patchTokens: number): boolean {
  if (isNeverRead(file.path)) return true
  if (file.binary) return !isHiddenSource(file)
  return changedLines(file) > fewLines || patchTokens > fewTokens
}
