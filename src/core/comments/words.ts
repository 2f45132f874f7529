import { findComments } from './find-comments.ts'

/** Words of a comment in one line: what stands between the marks. */
export interface Words {
  /** From 1. */
  readonly line: number
  /** Columns, from 0; `to` is the one after the last. */
  readonly from: number
  readonly to: number
}

/** What stands in place of words that are not shown. Whoever quotes it has left something out, which is how quotes are read. */
const placeholder = '…'

/** The words of all comments of a file, line by line. */
export function wordsIn(path: string, text: string): readonly Words[] {
  const starts = lineStarts(text)
  let line = 0
  return findComments(path, text).flatMap(({ start, end, open, close }) => {
    while ((starts[line + 1] ?? text.length + 1) <= start) line += 1
    const found: Words[] = []
    for (let at = start, nth = line; at < end; nth += 1) {
      const lineStart = starts[nth]!
      const lineEnd = (starts[nth + 1] ?? text.length + 1) - 1
      const from = nth === line ? start + open : at
      const to = Math.min(lineEnd, lineEnd >= end ? end - close : lineEnd)
      const trimmed = trim(text.slice(from, to))
      if (trimmed !== null) {
        found.push({ line: nth + 1, from: from - lineStart + trimmed.from, to: from - lineStart + trimmed.to })
      }
      at = lineEnd + 1
    }
    return found
  })
}

/** The whole of a text for people, line by line. */
export function wordsOfProse(text: string): readonly Words[] {
  return text.split('\n').flatMap((line, index) => {
    const from = line.search(/\S/)
    return from === -1 ? [] : [{ line: index + 1, from, to: line.trimEnd().length }]
  })
}

/** The text with all comments it has, and none of their words. `isOn` says of which lines. */
export function withoutComments(path: string, text: string, isOn: (line: number) => boolean = () => true): string {
  const byLine = wordsByLine(wordsIn(path, text))
  if (byLine.size === 0) return text
  const lines = text.split('\n')
  return lines.map((line, at) => (isOn(at + 1) ? withoutWords(line, byLine.get(at + 1) ?? []) : line)).join('\n')
}

export function wordsByLine(words: readonly Words[]): ReadonlyMap<number, readonly Words[]> {
  const groups = new Map<number, Words[]>()
  for (const each of words) {
    const group = groups.get(each.line)
    if (group === undefined) groups.set(each.line, [each])
    else group.push(each)
  }
  return groups
}

export function withoutWords(line: string, words: readonly Words[]): string {
  return words.reduceRight((rest, { from, to }) => rest.slice(0, from) + placeholder + rest.slice(to), line)
}

/** Without the signs that decorate a comment. Null: no word is left. */
function trim(text: string): { readonly from: number; readonly to: number } | null {
  const from = text.search(/[^\s*/!#;<=-]/)
  return from === -1 ? null : { from, to: text.replace(/[\s*]+$/, '').length }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
