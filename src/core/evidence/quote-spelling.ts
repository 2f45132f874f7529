import type { LineRange } from '../../types.ts'
import { rangeDistance } from '../values/ranges.ts'
import { holdsQuote, linesIn, quoteStrength, quotesOf, type SourceText } from './evidence.ts'
import { isWord, type Piece, piecesOf } from './quote-pieces.ts'
import { isWholeLines, searchTokens, type TokenRange } from './token-search.ts'

/** The two sides of a file that a quote may be from. */
export interface QuotedSides {
  readonly new: SourceText | null
  readonly old: SourceText | null
}

/**
 * How freely a quote may be copied, the most literal first. `tokens`: every word and sign is there, whatever is around them.
 * `part_of_line`: code was left out within lines. `lines`: whole lines were left out.
 */
const tolerances = ['tokens', 'part_of_line', 'lines'] as const
export type Tolerance = (typeof tolerances)[number]

/** A longer quote is looked for as it stands only. */
const longestCopy = 50_000

/** A reader who skips more than this has quoted two places. */
const mostLinesLeftOut = 40

/**
 * What the file has in the place of a quote that is not in it as it stands; the quote itself where it is, or where nothing
 * in the file is it. Names, numbers and operators are never others.
 */
export function asTheFileHasIt(
  sides: QuotedSides,
  evidence: string,
  line: number | null = null,
  most: Tolerance = 'lines',
): string {
  const quotes = quotesOf(evidence)
  const isIn = (source: SourceText | null, side: readonly string[]): boolean =>
    source !== null && side.some((quote) => holdsQuote(source, quote))
  if (evidence.length > longestCopy || isIn(sides.new, quotes.new) || isIn(sides.old, quotes.old)) return evidence
  const searches = [
    ...(sides.new === null ? [] : [{ source: sides.new, pieces: piecesOf(evidence, '+') }]),
    ...(sides.old === null ? [] : [{ source: sides.old, pieces: piecesOf(evidence, '-') }]),
  ]
  for (const tolerance of tolerances.slice(0, tolerances.indexOf(most) + 1)) {
    for (const { source, pieces } of searches) {
      const found = findCopied(source, partsOf(pieces, tolerance), tolerance, line ?? 1)
      if (found !== undefined) return found
    }
  }
  return evidence
}

/** The place nearest to the line, as the file spells it; whole lines where something was left out. */
function findCopied(source: SourceText, parts: Parts, tolerance: Tolerance, line: number): string | undefined {
  if (parts.length === 0 || !holdsQuote(source, longestWord(parts))) return undefined
  const index = source.tokens()
  const textAt = ({ start, end }: TokenRange): string => source.text.slice(index.starts[start], index.ends[end - 1])
  const linesAt = ({ start, end }: TokenRange): LineRange => ({
    start: index.lines[start]!,
    end: index.lines[end - 1]!,
  })
  const distance = (range: TokenRange): number => rangeDistance(linesAt(range), { start: line, end: line })
  let nearest: TokenRange | undefined
  for (const range of searchTokens(index, parts, tolerance === 'lines' ? mostLinesLeftOut : 0)) {
    const strength = quoteStrength(textAt(range))
    const says = strength === 'enough' || (strength === 'weak' && isWholeLines(index, range))
    if (says && (nearest === undefined || distance(range) < distance(nearest))) nearest = range
  }
  if (nearest === undefined) return undefined
  return tolerance === 'tokens' ? textAt(nearest) : linesIn(source, linesAt(nearest))
}

/** The quote between its gaps. */
type Parts = readonly (readonly Piece[])[]

/** More of them are no quote. */
const mostGaps = 10

/** None where they say too little to know the place by. */
function partsOf(pieces: readonly Piece[], tolerance: Tolerance): Parts {
  if (tolerance === 'tokens') {
    return [pieces.flatMap((piece) => (piece.kind === 'gap' ? piece.otherwise : [piece])).map(withoutCut)]
  }
  const gaps = pieces.filter((piece) => piece.kind === 'gap')
  const isInLines = tolerance === 'part_of_line'
  if (gaps.length === 0 || gaps.length > mostGaps || (isInLines && gaps.some(({ isLine }) => isLine))) return []
  const parts = splitAtGaps(pieces).filter((part) => part.some(({ kind }) => kind === 'token'))
  if (isInLines) return quoteStrength(wordsIn(parts)) === 'enough' ? parts : []
  const telling = parts.filter((part) => !/^[()[\]{} ]*$/.test(wordsIn([part])))
  const strengths = telling.map((part) => quoteStrength(wordsIn([part])))
  return telling.every(hasWord) && strengths.includes('enough') ? telling : []
}

function splitAtGaps(pieces: readonly Piece[]): Parts {
  const parts: Piece[][] = [[]]
  for (const piece of pieces) {
    if (piece.kind === 'gap') parts.push([])
    else parts.at(-1)!.push(piece)
  }
  return parts
}

function withoutCut(piece: Piece): Piece {
  return piece.kind === 'token' ? { ...piece, cut: null } : piece
}

function tokensOf(parts: Parts): readonly string[] {
  return parts.flat().flatMap((piece) => (piece.kind === 'token' ? [piece.text] : []))
}

function wordsIn(parts: Parts): string {
  return tokensOf(parts).join(' ')
}

function hasWord(part: readonly Piece[]): boolean {
  return tokensOf([part]).some(isWord)
}

/** Before a file is taken apart: without this word it has not the quote. */
function longestWord(parts: Parts): string {
  const words = tokensOf(parts).filter(isWord)
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '')
}
