import { suggestionOf } from '../../core/fix/suggested-lines.ts'
import type { LineRange } from '../../types.ts'

export interface Position {
  /** Both counted from 1; columns in UTF-16 units. */
  readonly row: number
  readonly column: number
}

export interface TextEdit {
  readonly start: Position
  readonly end: Position
  readonly content: string
}

export interface Replacement extends LineRange {
  /** Stands for the lines `start…end`, as in a finding. */
  readonly text: string
}

/** The edits as one replacement of whole lines that includes `line`; null when they overlap or lie outside the text. */
export function applyEdits(text: string, line: number, edits: readonly TextEdit[]): Replacement | null {
  if (edits.length === 0) return null
  const starts = lineStarts(text)
  const ordered = edits.map((edit) => resolve(starts, text.length, edit)).sort((a, b) => a.from - b.from)
  if (ordered.some((edit, index) => edit.from > edit.to || edit.from < (ordered[index - 1]?.to ?? 0))) return null
  const start = Math.min(line, ...edits.map((edit) => edit.start.row))
  const end = Math.max(line, ...edits.map(lastRow))
  const from = starts[start - 1]
  const to = starts[end] ?? text.length
  if (from === undefined || ordered.some((edit) => edit.from < from || edit.to > to)) return null
  return { start, end, text: suggestionOf(splice(text, from, to, ordered)) }
}

interface OffsetEdit {
  readonly from: number
  readonly to: number
  readonly content: string
}

function splice(text: string, from: number, to: number, edits: readonly OffsetEdit[]): string {
  let result = ''
  let place = from
  for (const edit of edits) {
    result += text.slice(place, edit.from) + edit.content
    place = edit.to
  }
  return result + text.slice(place, to)
}

/** An edit that ends in front of a line's first character, or only inserts there, does not need that line. */
function lastRow({ end }: TextEdit): number {
  return end.column > 1 ? end.row : Math.max(1, end.row - 1)
}

function resolve(starts: readonly number[], length: number, edit: TextEdit): OffsetEdit {
  const offset = ({ row, column }: Position): number => Math.min(length, (starts[row - 1] ?? length) + column - 1)
  return { from: offset(edit.start), to: offset(edit.end), content: edit.content }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
