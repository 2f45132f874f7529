import { backtick, isSeparator, isWord, type Piece } from './quote-pieces.ts'
import type { TokenIndex } from './token-index.ts'

/** Tokens from `start` up to `end`, which is not part of it. */
export interface TokenRange {
  readonly start: number
  readonly end: number
}

/** Steps for each token of the file: a quote made to be slow is given up, and counts as not found. */
const stepsPerToken = 16
const mostPlaces = 1000

/**
 * Where the pieces stand in order. A quote that is divided by gaps has several parts, with at most `gapLines` lines of the
 * file between two of them.
 */
export function searchTokens(
  index: TokenIndex,
  parts: readonly (readonly Piece[])[],
  gapLines: number,
): readonly TokenRange[] {
  const resolved = parts.flatMap((pieces) => resolve(index, pieces) ?? [])
  const [first, ...rest] = resolved
  if (first === undefined || resolved.length < parts.length) return []
  const search: Search = { index, stepsLeft: stepsPerToken * (index.ids.length + 1000) }
  const found: TokenRange[] = []
  for (let at = 0; at < index.ids.length && search.stepsLeft > 0 && found.length < mostPlaces; at += 1) {
    const range = matchPart(search, first, at)
    const end = range && followGaps(search, range.end, rest, gapLines)
    if (!end) continue
    // Of two that end at the same place the later one leaves out less.
    if (found.at(-1)?.end === end) found.pop()
    found.push({ start: range.start, end })
  }
  return found
}

interface Search {
  readonly index: TokenIndex
  stepsLeft: number
}

/** A piece in the ids of a file. */
type Step = Required | Optional
type Required = { readonly anyOf: ReadonlySet<number> }
type Optional = { readonly all: readonly number[]; readonly anywhere: boolean }

interface Part {
  /** The optional steps before the first required one, from there backwards. */
  readonly before: readonly Optional[]
  readonly first: Required
  readonly after: readonly Step[]
}

/** Null where the file has not all of the words. */
function resolve(index: TokenIndex, pieces: readonly Piece[]): Part | null {
  const before: Optional[] = []
  const after: Step[] = []
  let first: Required | undefined
  for (const piece of pieces) {
    if (piece.kind === 'gap') continue
    if (piece.kind === 'token') {
      const step = { anyOf: idsOf(index, piece) }
      if (step.anyOf.size === 0) return null
      if (first === undefined) first = step
      else after.push(step)
    } else {
      const step = { all: piece.texts.map((text) => index.idOf.get(text) ?? -1), anywhere: piece.anywhere }
      if (first === undefined) before.unshift(step)
      else after.push(step)
    }
  }
  return first === undefined ? null : { before, first, after }
}

function idsOf({ idOf, words }: TokenIndex, { text, cut }: Extract<Piece, { kind: 'token' }>): ReadonlySet<number> {
  if (cut === null) return new Set(idOf.has(text) ? [idOf.get(text)!] : [])
  const isMeant = (word: string): boolean => (cut === 'tail' ? word.startsWith(text) : word.endsWith(text))
  return new Set(words.flatMap((word, id) => (isMeant(word) ? [id] : [])))
}

/** The part, if its first required token is here. */
function matchPart(search: Search, { before, first, after }: Part, at: number): TokenRange | undefined {
  const { index } = search
  search.stepsLeft -= 1
  if (!first.anyOf.has(index.ids[at]!)) return undefined
  let start = at
  for (const { all, anywhere } of before) {
    if (holds(search, all, start - all.length)) start -= all.length
    else if (!anywhere && !beginsLine(index, start)) return undefined
  }
  let end = at + 1
  for (const step of after) {
    search.stepsLeft -= 1
    if (search.stepsLeft <= 0) return undefined
    const next = 'all' in step ? passOptional(search, step, end) : passRequired(search, step, end)
    if (next === undefined) return undefined
    end = next
  }
  return { start, end }
}

/** Where the file goes on with the same word, the quote has that comment or number wrong. */
function passOptional(search: Search, { all, anywhere }: Optional, at: number): number | undefined {
  const next = skipLoose(search, at)
  for (const place of [at, next]) if (holds(search, all, place)) return place + all.length
  if (anywhere) return at
  const edge = beginsLine(search.index, at) ? at : next
  const same = all.slice(0, commonLength(search, all, edge))
  return beginsLine(search.index, edge) && !same.some((id) => isWord(search.index.words[id]!)) ? at : undefined
}

function passRequired(search: Search, { anyOf }: Required, from: number): number | undefined {
  const { ids } = search.index
  const at = anyOf.has(ids[from]!) ? from : skipLoose(search, from, anyOf)
  return at < ids.length && anyOf.has(ids[at]!) ? at + 1 : undefined
}

function followGaps(search: Search, from: number, parts: readonly Part[], gapLines: number): number | undefined {
  const { ids, lines } = search.index
  let end = from
  for (const part of parts) {
    const lastLine = lines[end - 1]! + gapLines
    let range: TokenRange | undefined
    for (let at = end; !range && at < ids.length && lines[at]! <= lastLine && search.stepsLeft > 0; at += 1)
      range = matchPart(search, part, at)
    if (range === undefined) return undefined
    end = range.end
  }
  return end
}

function holds(search: Search, wanted: readonly number[], at: number): boolean {
  return at >= 0 && commonLength(search, wanted, at) === wanted.length
}

function commonLength(search: Search, wanted: readonly number[], at: number): number {
  const differs = wanted.findIndex((id, offset) => search.index.ids[at + offset] !== id)
  const length = differs === -1 ? wanted.length : differs
  search.stepsLeft -= length + 1
  return length
}

function beginsLine({ lines }: TokenIndex, at: number): boolean {
  return at === 0 || at >= lines.length || lines[at] !== lines[at - 1]
}

export function isWholeLines(index: TokenIndex, { start, end }: TokenRange): boolean {
  return beginsLine(index, start) && beginsLine(index, end)
}

/** Past what a quote may lack: the separator at the end of a line, and back-ticks. */
function skipLoose(search: Search, from: number, until?: ReadonlySet<number>): number {
  const { index } = search
  let at = from
  while (at < index.ids.length && !until?.has(index.ids[at]!)) {
    search.stepsLeft -= 1
    const word = index.words[index.ids[at]!]!
    if (word !== backtick && !(isSeparator(word) && beginsLine(index, at + 1))) break
    at += 1
  }
  return at
}
