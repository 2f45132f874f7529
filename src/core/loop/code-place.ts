import type { ChangedFile, Finding, LineRange } from '../../types.ts'
import { indexText, nearestOccurrence, quoteStrength, quotesOf } from '../evidence/evidence.ts'
import { rangeDistance } from '../values/ranges.ts'

/** The lines of code that a finding quotes, in one tree. */
export interface CodePlace extends LineRange {
  readonly file: string
}

/** The same, with the tree that they are lines of. */
export interface CodeInTree extends CodePlace {
  readonly tree: string
}

/** Where the code that findings quote stands, and where it stood at earlier reviews, line for line as it is. */
export interface QuotedCode {
  /** What a review raises, by the ids of that review. */
  readonly raised: readonly { readonly id: string; readonly place: CodePlace; readonly stood: readonly CodeInTree[] }[]
  /** Entries of the ledger whose code is still there. */
  readonly standing: readonly { readonly id: string; readonly place: CodePlace }[]
}

/** The place of a quote in the text of its file; null where it is not in it. */
export function placeOfQuote({ file, line, endLine, evidence }: Finding, text: string | undefined): CodePlace | null {
  if (file === null || text === undefined) return null
  if (evidence !== null && quoteStrength(evidence) !== 'none') {
    const source = indexText(text)
    const quotes = quotesOf(evidence).new.map((quote) => nearestOccurrence(source, quote, line ?? 1))
    const range = quotes.find((found) => found !== undefined)
    return range === undefined ? null : { file, start: range.start, end: range.end }
  }
  return line === null ? null : { file, start: line, end: Math.max(line, endLine ?? line) }
}

export function overlaps(one: CodePlace, other: CodePlace): boolean {
  return one.file === other.file && rangeDistance(one, other) === 0
}

/** Where lines of the first tree stand in the second; null where one of them was changed or removed, or something came between. */
export function placeAfter(changes: readonly ChangedFile[], place: CodePlace): CodePlace | null {
  const file = changes.find(
    ({ path, oldPath, status }) => status !== 'added' && status !== 'copied' && (oldPath ?? path) === place.file,
  )
  if (file === undefined) return place
  return file.status === 'deleted' || file.binary ? null : moved(place, file.removed, file.added, file.path)
}

/** Where lines of the second tree stood in the first one. */
export function placeBefore(changes: readonly ChangedFile[], place: CodePlace): CodePlace | null {
  const file = changes.find(({ path, status }) => status !== 'deleted' && path === place.file)
  if (file === undefined) return place
  const isNew = file.status === 'added' || file.status === 'copied' || file.binary
  return isNew ? null : moved(place, file.added, file.removed, file.oldPath ?? file.path)
}

/** `gone`: lines that only the side of the place has; `come`: those that only the other side has. */
function moved(
  { start, end }: LineRange,
  gone: readonly LineRange[],
  come: readonly LineRange[],
  file: string,
): CodePlace | null {
  if (gone.some((range) => range.start <= end && range.end >= start)) return null
  const before = gone.filter((range) => range.end < start)
  const shared = start - before.reduce((sum, range) => sum + lengthOf(range), 0)
  const there = come.reduce((line, range) => (range.start <= line ? line + lengthOf(range) : line), shared)
  const last = there + end - start
  return come.some((range) => range.start > there && range.start <= last) ? null : { file, start: there, end: last }
}

const lengthOf = ({ start, end }: LineRange): number => end - start + 1
