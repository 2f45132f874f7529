// The lines inside a hunk, where nearly all bytes of a diff are. Only the counts of the hunk header say when it
// ends; the first byte of a line tells nothing but its side. So content may look like any header.
import { backslash, blank, carriageReturn, type Decode, minus, newline, plus } from './bytes.ts'
import { addLine } from './line-set.ts'
import type { SectionLines } from './section.ts'

export interface LineHandlers {
  /** Text without its line break; a CR before it is kept. Lines of a file come before the file itself. */
  onAdded?(path: string, line: number, text: string): void
  onRemoved?(path: string, line: number, text: string): void
}

/** Mutable, and the same object for every hunk: this is the hot path. */
export interface OpenHunk {
  /** Lines still to come; both 0 when no hunk is open. */
  oldLeft: number
  newLeft: number
  /** The number of the next line on each side. */
  oldLine: number
  newLine: number
  /** Lines still to come from the second and further parents of a merge. */
  parentsLeft: readonly number[]
  path: string
  lines: SectionLines
}

/**
 * Reads whole lines of bytes[start…end) until the hunk is complete. Returns the position behind them; it is before
 * `end` with lines still to come when a line does not fit the hunk.
 */
export function readHunkLines(
  hunk: OpenHunk,
  bytes: Uint8Array,
  start: number,
  end: number,
  handlers: LineHandlers,
  decode: Decode,
): number {
  const { path, lines } = hunk
  let { oldLeft, newLeft, oldLine, newLine } = hunk
  let position = start
  while (position < end && (oldLeft > 0 || newLeft > 0)) {
    // Faster than a loop over the bytes, by far if they are a Buffer.
    const lineEnd = bytes.indexOf(newline, position)
    const first = bytes[position]
    if (first === plus) {
      if (newLeft === 0) break
      addLine(lines.added, newLine)
      handlers.onAdded?.(path, newLine, decode(bytes, position + 1, lineEnd))
      newLine++
      newLeft--
    } else if (first === minus) {
      if (oldLeft === 0) break
      addLine(lines.removed, oldLine)
      handlers.onRemoved?.(path, oldLine, decode(bytes, position + 1, lineEnd))
      oldLine++
      oldLeft--
    } else if (first !== backslash) {
      if (oldLeft === 0 || newLeft === 0 || !isContext(bytes, position, lineEnd)) break
      oldLine++
      newLine++
      oldLeft--
      newLeft--
    }
    position = lineEnd + 1
  }
  hunk.oldLeft = oldLeft
  hunk.newLeft = newLeft
  hunk.oldLine = oldLine
  hunk.newLine = newLine
  return position
}

/** Some tools leave out the blank before an empty context line. */
function isContext(bytes: Uint8Array, start: number, lineEnd: number): boolean {
  const first = bytes[start]
  return first === blank || first === newline || (first === carriageReturn && lineEnd === start + 1)
}
