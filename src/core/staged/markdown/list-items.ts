import type { DocumentLine } from '../../loop/finding-drafts.ts'

/** An entry of a list with what is said below it. */
export interface ListItem {
  /** Of its first line, counted from 1. */
  readonly line: number
  /** The number before it; null for a bullet. */
  readonly number: number | null
  /** Without its mark; what is indented below it stands on lines of its own. */
  readonly text: string
}

export interface ReadList {
  readonly items: readonly ListItem[]
  /** Text that belongs to no item. */
  readonly outside: readonly DocumentLine[]
}

/** The items of the outermost list. `isStart` tells of further lines that begin an item, wherever they stand. */
export function readList(lines: readonly DocumentLine[], isStart = (_text: string) => false): ReadList {
  const items: { line: number; number: number | null; rows: string[] }[] = []
  const outside: DocumentLine[] = []
  let afterBlank = true
  for (const line of lines) {
    const { text, isCode, number } = line
    const [, bullet, count] = isCode ? [] : (mark.exec(text) ?? [])
    const begins = !isCode && ((bullet ?? count) !== undefined ? /^ ?\S/.test(text) || isStart(text) : isStart(text))
    const current = items.at(-1)
    if (begins) items.push({ line: number, number: count === undefined ? null : Number(count), rows: [text] })
    else if (current !== undefined && (isCode || isInside(text, afterBlank))) current.rows.push(text)
    else if (text.trim() !== '') outside.push(line)
    afterBlank = text.trim() === ''
  }
  return { items: items.map(({ rows, ...item }) => ({ ...item, text: itemText(rows) })), outside }
}

/** Whether a list says that there is nothing to list. */
export function isNone(text: string): boolean {
  return /^(?:[-*+][ \t]+)?none\.?$/i.test(text.trim())
}

const mark = /^[ \t]*(?:([-*+])|(\d{1,9})[.)])(?=[ \t])/

/** Markdown counts a line to the paragraph above even when it is not indented, unless a blank line is between. */
function isInside(text: string, afterBlank: boolean): boolean {
  return text.trim() === '' || /^(?: {2}|\t)/.test(text) || (!afterBlank && !/^#/.test(text))
}

function itemText([first = '', ...below]: readonly string[]): string {
  const depths = below.filter((row) => row.trim() !== '').map((row) => row.length - row.trimStart().length)
  const depth = depths.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY)
  const rows = below.map((row) => row.slice(depth).trimEnd())
  return [first.replace(mark, '').trim(), ...rows].join('\n').trim()
}
