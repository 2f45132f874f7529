import type { LineRange } from '../../types.ts'
import { suggestedLines, suggestionOf } from '../fix/suggested-lines.ts'

/** A replacement as tools describe it. Columns count from 1; without them, whole lines are meant. The end is not part of it. */
export interface Edit {
  readonly startLine: number
  readonly startColumn?: number | undefined
  readonly endLine: number
  readonly endColumn?: number | undefined
  readonly text: string
  readonly unit: 'utf16' | 'code-point' | 'utf8'
}

export interface LineEdit extends LineRange {
  /** As in a finding. */
  readonly suggestion: string
}

type LineText = (line: number) => string | undefined

/** The same edit as a replacement of whole lines, or null where the rest of a line would have to be known and is not. */
export function wholeLineEdit(edit: Edit, lineText: LineText): LineEdit | null {
  const { startLine, startColumn = 1, endLine, endColumn } = edit
  if (endLine < startLine) return null
  const prefix = startColumn === 1 ? '' : upTo(lineText(startLine), startColumn, edit.unit)
  if (prefix === null) return null
  const text = prefix + edit.text
  if (endColumn === undefined) return lineEdit(startLine, endLine, text, lineText)
  if (endColumn === 1 && endLine > startLine && endsLine(text)) return lineEdit(startLine, endLine - 1, text, lineText)
  const last = lineText(endLine)
  const removed = upTo(last, endColumn, edit.unit)
  if (last === undefined || removed === null) return null
  return lineEdit(startLine, endLine, text + last.slice(removed.length), lineText)
}

/** Nothing, or whole lines: what follows stays on its own line. */
function endsLine(text: string): boolean {
  return text === '' || text.endsWith('\n')
}

/** Leaves out lines at both ends that the edit does not change, as far as they are known; one always stays. */
function lineEdit(start: number, end: number, text: string, lineText: LineText): LineEdit {
  const lines = [...suggestedLines(text)]
  let [first, last] = [start, end]
  while (first < last && lines.length > 0 && lines[0] === lineText(first)) {
    lines.shift()
    first += 1
  }
  while (first < last && lines.length > 0 && lines.at(-1) === lineText(last)) {
    lines.pop()
    last -= 1
  }
  return { start: first, end: last, suggestion: suggestionOf(lines.map((line) => `${line}\n`).join('')) }
}

/** The part of a line before a column; null when the line is not known or shorter. */
function upTo(line: string | undefined, column: number, unit: Edit['unit']): string | null {
  if (line === undefined) return null
  let length = 0
  let result = ''
  for (const character of line) {
    if (length >= column - 1) break
    length += unit === 'utf16' ? character.length : unit === 'utf8' ? new TextEncoder().encode(character).length : 1
    result += character
  }
  return length === column - 1 ? result : null
}
