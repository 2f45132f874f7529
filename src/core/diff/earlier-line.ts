import type { Hunk } from '../../types.ts'

export interface EarlierLine {
  /** Where it was before. */
  readonly line: number
  /** What stands there now. */
  readonly text: string
}

/** The hunks of a difference of one file without context, by their headers alone. */
export function hunksIn(patch: string): readonly Hunk[] {
  return [...patch.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map(
    ([, oldStart, oldCount = '1', newStart, newCount = '1']) => ({
      oldStart: Number(oldStart),
      oldCount: Number(oldCount),
      newStart: Number(newStart),
      newCount: Number(newCount),
    }),
  )
}

/** Where a line of the new side was on the old one. A line that is new stands for what was at its place. */
export function earlierLine(hunks: readonly Hunk[], line: number): number {
  let shift = 0
  for (const { oldStart, oldCount, newStart, newCount } of hunks) {
    // git counts a side without lines by the line before it.
    const first = newCount === 0 ? newStart + 1 : newStart
    if (line < first) break
    if (line < first + newCount) return Math.min(line - newStart, Math.max(oldCount - 1, 0)) + Math.max(oldStart, 1)
    shift += oldCount - newCount
  }
  return line + shift
}
