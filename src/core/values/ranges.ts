import type { LineRange } from '../../types.ts'

/** Lines are counted from 1; what reviewers say may be anything. */
export function isLineNumber(line: number | null): line is number {
  return line !== null && Number.isSafeInteger(line) && line > 0
}

/** Lines between two ranges; 0 when they touch or overlap in a line. */
export function rangeDistance(first: LineRange, second: LineRange): number {
  return Math.max(0, first.start - second.end, second.start - first.end)
}

/** The range nearest to `target`, by binary search. `ranges` are ascending and do not overlap. */
export function nearestRange<Range extends LineRange>(ranges: readonly Range[], target: LineRange): Range | undefined {
  const after = firstEndingAt(ranges, target.start)
  const [before, next] = [ranges[after - 1], ranges[after]]
  if (before === undefined || next === undefined) return next ?? before
  return rangeDistance(before, target) <= rangeDistance(next, target) ? before : next
}

/** Index of the first range whose end is at or after `line`; the length when there is none. */
function firstEndingAt(ranges: readonly LineRange[], line: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle]!.end < line) low = middle + 1
    else high = middle
  }
  return low
}
