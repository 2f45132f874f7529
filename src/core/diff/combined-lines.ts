// Hunks of a merge shown against all its parents: one column per parent before each line. The first parent is the
// old side, so the numbers are those of the diff between it and the merge.
import { backslash, blank, type Decode, minus, newline, plus } from './bytes.ts'
import type { LineHandlers, OpenHunk } from './hunk-lines.ts'
import { addLine } from './line-set.ts'

/** As readHunkLines, for a hunk with more than one parent. */
export function readCombinedLines(
  hunk: OpenHunk,
  bytes: Uint8Array,
  start: number,
  end: number,
  handlers: LineHandlers,
  decode: Decode,
): number {
  let position = start
  while (position < end && isOpen(hunk)) {
    const lineEnd = bytes.indexOf(newline, position)
    if (bytes[position] !== backslash) {
      const columns = columnsOf(bytes, position, lineEnd, hunk.parentsLeft.length + 1)
      if (columns === null || !takeColumns(hunk, columns)) break
      const text = Math.min(position + columns.length, lineEnd)
      if (columns[0] === plus) {
        addLine(hunk.lines.added, hunk.newLine - 1)
        handlers.onAdded?.(hunk.path, hunk.newLine - 1, decode(bytes, text, lineEnd))
      } else if (columns[0] === minus) {
        addLine(hunk.lines.removed, hunk.oldLine - 1)
        handlers.onRemoved?.(hunk.path, hunk.oldLine - 1, decode(bytes, text, lineEnd))
      }
    }
    position = lineEnd + 1
  }
  return position
}

export function isOpen(hunk: OpenHunk): boolean {
  return (
    hunk.oldLeft > 0 || hunk.newLeft > 0 || (hunk.parentsLeft.length > 0 && hunk.parentsLeft.some((left) => left > 0))
  )
}

/** Null when a column is none of `+`, `-` and blank. An empty line is context everywhere. */
function columnsOf(bytes: Uint8Array, start: number, lineEnd: number, count: number): readonly number[] | null {
  const columns: number[] = []
  for (let position = start; position < start + count; position++) {
    const byte = position < lineEnd ? bytes[position] : newline
    if (byte === newline) columns.push(blank)
    else if (byte === plus || byte === minus || byte === blank) columns.push(byte)
    else return null
  }
  return columns
}

/** Counts one line on every side that has it. False when a side has no more lines to come. */
function takeColumns(hunk: OpenHunk, columns: readonly number[]): boolean {
  const lost = columns.includes(minus)
  const owns = lost ? minus : blank
  const parents = [hunk.oldLeft, ...hunk.parentsLeft].map((left, index) => left - (columns[index] === owns ? 1 : 0))
  const newLeft = hunk.newLeft - (lost ? 0 : 1)
  if (newLeft < 0 || parents.some((left) => left < 0)) return false
  if (columns[0] === owns) hunk.oldLine++
  if (!lost) hunk.newLine++
  const [oldLeft = 0, ...parentsLeft] = parents
  hunk.oldLeft = oldLeft
  hunk.newLeft = newLeft
  hunk.parentsLeft = parentsLeft
  return true
}
