import { createHash } from 'node:crypto'
import type { Remark } from '../forge.ts'
import type { Diff } from './diffs.ts'
import type { MergeRequest } from './merge-requests.ts'

/** A line of the newest version and where it is in the diff. */
interface ShownLine {
  /** The line of the old version that is next to it, or is the same. */
  readonly old: number
  readonly isAdded: boolean
}

/**
 * Where a remark stands, as GitLab wants to be told: a line that was there before is named by both its numbers, and a range by
 * its first and last line. Undefined: the diff does not show these lines.
 */
export function positionOf(
  { path, line, endLine }: Remark,
  { base_sha, start_sha, head_sha }: MergeRequest['diff_refs'],
  diffs: readonly Diff[],
) {
  const file = diffs.find(({ new_path: name }) => name === path)
  const lines = shownLines(file?.diff ?? '')
  const [first, last] = [lines.get(line), lines.get(endLine)]
  if (file === undefined || first === undefined || last === undefined) return undefined
  const { old_path, new_path } = file
  const edge = (number: number, shown: ShownLine) => ({
    line_code: `${createHash('sha1').update(new_path).digest('hex')}_${shown.old}_${number}`,
    type: shown.isAdded ? 'new' : 'old',
  })
  return {
    ...{ base_sha, start_sha, head_sha, position_type: 'text', old_path, new_path, new_line: endLine },
    ...(last.isAdded ? {} : { old_line: last.old }),
    ...(line === endLine ? {} : { line_range: { start: edge(line, first), end: edge(endLine, last) } }),
  }
}

function shownLines(patch: string): ReadonlyMap<number, ShownLine> {
  const lines = new Map<number, ShownLine>()
  const next = { old: 0, new: 0 }
  for (const text of patch.split('\n')) {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(text) ?? []
    if (oldStart !== undefined) {
      next.old = Number(oldStart)
      next.new = Number(newStart)
    } else if (text.startsWith('+') || text.startsWith(' ')) {
      const isAdded = text.startsWith('+')
      lines.set(next.new, { old: next.old, isAdded })
      next.new += 1
      if (!isAdded) next.old += 1
    } else if (text.startsWith('-')) next.old += 1
  }
  return lines
}
