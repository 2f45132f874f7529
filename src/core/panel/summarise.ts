import type { ChangedFile, Config } from '../../types.ts'
import { changedLines } from '../changed-lines.ts'
import { isHiddenSource } from '../hidden-source.ts'
import { pathMatcher } from '../house-rules.ts'
import { isGenerated, isLockFile, isNeverRead } from '../path-kind.ts'

/** Of what a program wrote, a reviewer is shown only as much as somebody could have changed by hand. */
const fewLines = 100
const fewTokens = 10_000

/**
 * Whether a file is only named to reviewers: nobody reads line by line what a program wrote. `patchTokens` is the length
 * of its patch, where that is known.
 */
export function summariser({ summarise, show }: Config['panel']): (file: ChangedFile, patchTokens?: number) => boolean {
  const isNamed = pathMatcher(summarise)
  const isShown = pathMatcher(show)
  return (file, patchTokens = 0) =>
    !isShown(file.path) && (isNamed(file.path) || (isGenerated(file.path) && isTooMuch(file, patchTokens)))
}

export function summaryLine({ path, status, addedLines, removedLines }: ChangedFile): string {
  const what = isLockFile(path) ? 'lock file' : isGenerated(path) ? 'generated or vendored' : 'by configuration'
  return `${path} (${what}, ${status}, +${addedLines} -${removedLines})`
}

function isTooMuch(file: ChangedFile, patchTokens: number): boolean {
  if (isNeverRead(file.path)) return true
  if (file.binary) return !isHiddenSource(file)
  return changedLines(file) > fewLines || patchTokens > fewTokens
}
