import { isLineNumber } from '../values/ranges.ts'
import { linesOf } from './evidence.ts'

/** A line of a file, with its number. */
export interface NumberedLine {
  readonly line: number
  readonly code: string
}

/** A quote of more lines says enough by its first ones. */
const mostQuoteLines = 20
const mostWords = 40

/** Of a line's words and the quote's, at least this share must be in both. */
const leastAlike = 0.3

/**
 * The lines of a file that are most like a quote which is nowhere in it, in the order of the file: what to show a reviewer
 * who has to quote again. Without any that is like it, the reported line. Secrets are not masked here.
 */
export function nearestLines(
  text: string,
  quote: string,
  line: number | null,
  most: number = 3,
): readonly NumberedLine[] {
  const lines = linesOf(text)
  const wanted = wordsByLine(quote)
  const away = (at: number): number => (isLineNumber(line) ? Math.abs(at - line) : at)
  const best: (NumberedLine & { readonly alike: number })[] = []
  for (const [at, code] of lines.entries()) {
    const alike = likeness(code, wanted)
    if (alike < leastAlike || alike < (best[most - 1]?.alike ?? 0)) continue
    best.push({ line: at + 1, code: code.trim(), alike })
    best.sort((one, other) => other.alike - one.alike || away(one.line) - away(other.line)).splice(most)
  }
  if (best.length > 0) {
    return best.map(({ line: found, code }) => ({ line: found, code })).sort((one, other) => one.line - other.line)
  }
  const reported = isLineNumber(line) ? lines[line - 1]?.trim() : undefined
  return reported === undefined || reported === '' ? [] : [{ line: line!, code: reported }]
}

interface WantedWords {
  /** Word → the lines of the quote that have it. */
  readonly linesWith: ReadonlyMap<string, readonly number[]>
  /** How many words each line of the quote has. */
  readonly sizes: readonly number[]
}

function wordsByLine(quote: string): WantedWords {
  const linesWith = new Map<string, number[]>()
  const bags = quote
    .slice(0, 20_000)
    .split('\n')
    .map(wordsOf)
    .filter((words) => words.size > 0)
    .slice(0, mostQuoteLines)
  for (const [at, words] of bags.entries())
    for (const word of words) linesWith.set(word, [...(linesWith.get(word) ?? []), at])
  return { linesWith, sizes: bags.map(({ size }) => size) }
}

/** Dice's coefficient with the line of the quote that it is most like. */
function likeness(code: string, { linesWith, sizes }: WantedWords): number {
  const words = wordsOf(code)
  const shared = new Map<number, number>()
  for (const word of words) for (const at of linesWith.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
  let best = 0
  for (const [at, count] of shared) best = Math.max(best, (2 * count) / (words.size + sizes[at]!))
  return best
}

/** A minified line may be the whole file: its first words are enough. */
function wordsOf(line: string): ReadonlySet<string> {
  return new Set(
    line
      .slice(0, 1000)
      .match(/[\p{L}\p{N}_$]+/gu)
      ?.slice(0, mostWords),
  )
}
