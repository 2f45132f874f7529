import type { ChangedFile, Config } from '../../types.ts'
import { pathMatcher } from '../house-rules.ts'
import { isGenerated, isLockFile } from '../path-kind.ts'

/** Whether a file is only named to reviewers: nobody reads line by line what a program wrote. */
export function summariser({ summarise, show }: Config['panel']): (file: ChangedFile) => boolean {
  const isNamed = pathMatcher(summarise)
  const isShown = pathMatcher(show)
  return ({ path }) => (isNamed(path) || isGenerated(path)) && !isShown(path)
}

export function summaryLine({ path, status, addedLines, removedLines }: ChangedFile): string {
  const what = isLockFile(path) ? 'lock file' : isGenerated(path) ? 'generated or vendored' : 'by configuration'
  return `${path} (${what}, ${status}, +${addedLines} -${removedLines})`
}
