import type { DiffData } from './diff-data.ts'

type Pair = readonly [start: number, end: number]

/**
 * Files of which diff data name fewer changed lines than they count, or hunks without them: part of the data is lost. That a line
 * is not among those that are named proves nothing there.
 */
export function incompleteFiles(data: DiffData): ReadonlySet<string> {
  return new Set(data.files_to_review.filter((path) => isIncomplete(path, data)))
}

function isIncomplete(path: string, { changed_ranges, file_loc, hunks }: DiffData): boolean {
  const { added, removed } = changed_ranges[path] ?? { added: [], removed: [] }
  const counted = file_loc[path] ?? { added: 0, removed: 0 }
  if (linesIn(added) < counted.added || linesIn(removed) < counted.removed) return true
  const known = hunks?.[path]
  if (known === undefined) return false
  const olds = known.map(([start, count]): Pair => [start, start + count - 1])
  const news = known.map(([, , start, count]): Pair => [start, start + count - 1])
  return !added.every((range) => isWithin(range, news)) || !removed.every((range) => isWithin(range, olds))
}

function linesIn(ranges: readonly Pair[]): number {
  return ranges.reduce((sum, [start, end]) => sum + Math.max(0, end - start + 1), 0)
}

function isWithin([start, end]: Pair, sections: readonly Pair[]): boolean {
  return sections.some(([first, last]) => first <= start && end <= last)
}
