// Line numbers that come in ascending order, kept as ranges.
import type { LineRange } from '../../types.ts'

export interface LineSet {
  readonly closed: LineRange[]
  start: number
  end: number
  count: number
}

export function createLineSet(): LineSet {
  return { closed: [], start: 0, end: -1, count: 0 }
}

export function addLine(set: LineSet, line: number): void {
  set.count++
  if (line === set.end + 1) {
    set.end = line
    return
  }
  if (set.end > 0) set.closed.push({ start: set.start, end: set.end })
  set.start = line
  set.end = line
}

/** Ends the set: no line may be added afterwards. */
export function closeLineSet(set: LineSet): readonly LineRange[] {
  if (set.end > 0) set.closed.push({ start: set.start, end: set.end })
  return set.closed
}
