import type { LineRange } from '../../types.ts'
import { indexIn, lastIndexIn, placesOf } from './text-search.ts'
import { indexTokens, type TokenIndex } from './token-index.ts'

/** A file prepared for quotes: every run of white space is one space, and each line's place in the text is known. */
export interface SourceText {
  readonly text: string
  readonly starts: readonly number[]
  /** Made when the first quote needs them. */
  readonly tokens: () => TokenIndex
}

export function indexText(content: string): SourceText {
  const starts: number[] = []
  const parts: string[] = []
  let length = 0
  for (const line of linesOf(content)) {
    starts.push(length)
    const part = normaliseQuote(line)
    if (part === '') continue
    parts.push(part)
    length += part.length + 1
  }
  const text = parts.join(' ')
  let tokens: TokenIndex | undefined
  return {
    text,
    starts,
    tokens: () => {
      tokens ??= indexTokens(text, starts)
      return tokens
    },
  }
}

/** Two quotes that differ in white space only are the same quote. */
export function normaliseQuote(quote: string): string {
  const trimmed = quote.trim()
  return /\s\s|[^\S ]/.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed
}

/** What to look for on each side, most literal first. A quote may carry its fence, or the marks of a diff. */
export function quotesOf(evidence: string): { readonly new: readonly string[]; readonly old: readonly string[] } {
  const bare = withoutFence(evidence)
  const literal = [normaliseQuote(evidence), normaliseQuote(bare)]
  return {
    new: distinct([...literal, normaliseQuote(withoutMarks(bare, '+'))]),
    old: distinct([...literal, normaliseQuote(withoutMarks(bare, '-'))]),
  }
}

/** How much a quote says about its place: nothing (a bracket), little unless it stands there once, or enough. */
export function quoteStrength(quote: string): 'none' | 'weak' | 'enough' {
  const letters = quote.slice(0, 400).match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return letters < 3 ? 'none' : letters < 8 ? 'weak' : 'enough'
}

/** Whether the quote is in the text; near the line, where it mostly is, this costs nothing. */
export function holdsQuote(source: SourceText, quote: string, line?: number): boolean {
  if (line !== undefined && indexIn(windowAround(source, line).text, quote) !== -1) return true
  return indexIn(source.text, quote) !== -1
}

/** Whether the quote is one or more whole lines of the text. */
export function holdsLines(source: SourceText, quote: string): boolean {
  const { text, starts } = source
  const isStart = (at: number): boolean => starts[lineAt(source, at) - 1] === at
  for (const at of placesOf(text, quote)) {
    const end = at + quote.length
    if (isStart(at) && (end === text.length || (text[end] === ' ' && isStart(end + 1)))) return true
  }
  return false
}

/** The occurrence nearest to a line; of two equally near, the first. */
export function nearestOccurrence(source: SourceText, quote: string, line: number): LineRange | undefined {
  const { text, offset } = windowAround(source, line)
  const from = startOf(source, line)
  const near = nearestIn(text, quote, from - offset)
  const candidates = near.length > 0 ? near.map((at) => at + offset) : nearestIn(source.text, quote, from)
  const [first, second] = candidates.map((at) => toLines(source, at, quote))
  if (first === undefined || second === undefined) return first ?? second
  return distanceTo(first, line) <= distanceTo(second, line) ? first : second
}

/** All occurrences in order, at most `limit`. */
export function occurrences(source: SourceText, quote: string, limit: number): readonly LineRange[] {
  const found: LineRange[] = []
  for (const at of placesOf(source.text, quote)) {
    if (found.length === limit) break
    found.push(toLines(source, at, quote))
  }
  return found
}

export function isUnique(source: SourceText, quote: string): boolean {
  const [first, second] = placesOf(source.text, quote)
  return first !== undefined && second === undefined
}

export function linesIn(source: SourceText, { start, end }: LineRange): string {
  return source.text.slice(startOf(source, start), startOf(source, end + 1)).trim()
}

/** The line nearest to the given one that holds what is visible of a masked quote. */
export function nearestMasked(source: SourceText, evidence: string, line: number): number | undefined {
  const parts = evidence.split(masks).map(normaliseQuote)
  if (parts.length < 2 || quoteStrength(parts.join('')) === 'none') return undefined
  const last = source.starts.length
  const from = Math.min(line, last)
  for (let away = 0; away < last; away += 1) {
    if (holdsParts(source, parts, from - away)) return from - away
    if (holdsParts(source, parts, from + away)) return from + away
  }
  return undefined
}

/** Whether a part of the quote is hidden. */
export function isMasked(evidence: string): boolean {
  return masks.test(evidence)
}

const masks = /…+|\*{3,}|•{2,}/

function holdsParts(source: SourceText, parts: readonly string[], line: number): boolean {
  if (line < 1 || line > source.starts.length) return false
  const text = source.text.slice(startOf(source, line), startOf(source, line + 1))
  let at = 0
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return true
}

/** git counts lines by line feeds; a final one ends the last line and starts none. */
export function linesOf(content: string): readonly string[] {
  const lines = content.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

export function withoutFence(text: string): string {
  const lines = text.trim().split('\n')
  const fence = /^(`{3,}|~{3,})/.exec(lines[0] ?? '')?.[1]
  if (fence !== undefined && lines.length > 2 && lines.at(-1)!.trim() === fence) return lines.slice(1, -1).join('\n')
  return /^`[^`\n]+`$/.test(text.trim()) ? text.trim().slice(1, -1) : text
}

/** Where every line carries a mark of a diff or is indented like its context, the lines of that side without marks. */
export function withoutMarks(text: string, mark: '+' | '-'): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (!lines.every((line) => /^[-+\s]/.test(line)) || !lines.some((line) => line.startsWith(mark))) return ''
  const side = lines.filter((line) => line.startsWith(mark) || /^\s/.test(line))
  return side.map((line) => line.slice(1)).join('\n')
}

function distinct(quotes: readonly string[]): readonly string[] {
  return [...new Set(quotes)].filter((quote) => quote !== '')
}

const windowLines = 20

function windowAround(source: SourceText, line: number): { text: string; offset: number } {
  const offset = startOf(source, Math.max(1, line - windowLines))
  const end = source.starts[line + windowLines] ?? source.text.length
  return { text: source.text.slice(offset, end), offset }
}

function startOf({ starts, text }: SourceText, line: number): number {
  return starts[line - 1] ?? text.length
}

/** The last occurrence before the place (blank lines share theirs with the next line) and the first at or after it. */
function nearestIn(text: string, quote: string, from: number): readonly number[] {
  const before = from > 0 ? lastIndexIn(text, quote, from - 1) : -1
  return [before, indexIn(text, quote, from)].filter((at) => at !== -1)
}

function toLines(source: SourceText, at: number, quote: string): LineRange {
  return { start: lineAt(source, at), end: lineAt(source, at + quote.length - 1) }
}

/** The last line that starts at or before the place: blank lines share the start of the next one with words. */
function lineAt({ starts }: SourceText, at: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low
}

function distanceTo({ start, end }: LineRange, line: number): number {
  return Math.max(0, start - line, line - end)
}
