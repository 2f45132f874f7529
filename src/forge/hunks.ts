import type { Hunk } from '../types.ts'

/** Counted by the lines that are there, whatever the head of the hunk promises. */
export function hunksOf(patch: string): readonly Hunk[] {
  const hunks: { oldStart: number; oldCount: number; newStart: number; newCount: number }[] = []
  for (const line of patch.split('\n')) {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? []
    if (oldStart !== undefined) {
      hunks.push({ oldStart: Number(oldStart), oldCount: 0, newStart: Number(newStart), newCount: 0 })
      continue
    }
    const hunk = hunks.at(-1)
    if (hunk === undefined) continue
    if (line.startsWith('+') || line.startsWith(' ')) hunk.newCount += 1
    if (line.startsWith('-') || line.startsWith(' ')) hunk.oldCount += 1
  }
  return hunks
}
