import type { ChangedFile, Config } from '../../types.ts'
import { generatedFolderOf, isGenerated, isGeneratedData } from '../change/path-kind.ts'
import { compareText } from '../values/compare-text.ts'
import { firstFew } from '../values/first-few.ts'
import { pathMatcher } from '../verdict/house-rules.ts'
import type { Panel } from './plan-panel.ts'
import { whyUnreadable } from './unreadable.ts'

export interface NewGenerated {
  /** Paths that reviewers read although a program wrote them. */
  readonly read: ReadonlySet<string>
  /** Those beyond what they read. */
  readonly left: Panel['unreviewed']
}

/**
 * A new file in dist/ or vendor/ may hold anything, and nobody has seen it before: reviewers read such files up to so many
 * bytes in all, the smallest first. `sizes`: in bytes, by path.
 */
export function chooseNewGenerated(
  files: readonly ChangedFile[],
  sizes: ReadonlyMap<string, number>,
  { summarise, show, generatedKb }: Pick<Config['panel'], 'summarise' | 'show' | 'generatedKb'>,
): NewGenerated {
  const isDecided = pathMatcher([...summarise, ...show])
  const sizeOf = (path: string) => sizes.get(path) ?? Number.POSITIVE_INFINITY
  const paths = files.filter((file) => isNewGenerated(file) && !isDecided(file.path)).map(({ path }) => path)
  const read = new Set<string>()
  let used = 0
  for (const path of paths.toSorted((a, b) => sizeOf(a) - sizeOf(b) || compareText(a, b))) {
    used += sizeOf(path)
    if (used <= generatedKb * 1024) read.add(path)
  }
  const left = paths.filter((path) => !read.has(path))
  const reason = reasonFor(left, generatedKb)
  return { read, left: left.map((path) => ({ path, reason })) }
}

/** New code where programs write. Moved there, it is new there. What no patch shows is told with its own reason. */
export function isNewGenerated(file: ChangedFile): boolean {
  const { path, oldPath, status, binary } = file
  const isNew = status === 'added' || status === 'copied' || (status === 'renamed' && !isGenerated(oldPath ?? ''))
  return isNew && !binary && whyUnreadable(file) === undefined && isGenerated(path) && !isGeneratedData(path)
}

function reasonFor(left: readonly string[], generatedKb: number): string {
  const patterns = [...new Set(left.map((path) => generatedFolderOf(path) ?? path))]
  const shown = firstFew(patterns, 3)
    .map((pattern) => JSON.stringify(pattern))
    .join(', ')
  return `new files that programs write, beyond the ${generatedKb} KB of them that reviewers read (panel.generated_kb). If nobody has to read them, write to .review-loop/config.yaml: panel: {summarise: [${shown}]}`
}
