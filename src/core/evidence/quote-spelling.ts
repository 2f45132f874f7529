import {
  holdsQuote,
  linesIn,
  nearestOccurrence,
  normaliseQuote,
  quoteStrength,
  quotesOf,
  type SourceText,
  withoutFence,
  withoutMarks,
} from './evidence.ts'

/** The two sides of a file that a quote may be from. */
export interface QuotedSides {
  readonly new: SourceText | null
  readonly old: SourceText | null
  /** The same as it is shown with secrets masked. Absent: it is shown as it is. */
  readonly shown?: () => QuotedSides
}

/**
 * A quote that is not in the file as it stands may have been copied with line numbers, with other spaces around signs, or
 * from code in which secrets are masked: then what the file has in its place, with the file's own spaces. Every other
 * character must be the same.
 */
export function asTheFileHasIt(sides: QuotedSides, evidence: string, line: number | null = null): string {
  const searches = searchesOf(sides, evidence)
  if (searches.some(({ source, literal }) => literal.some((quote) => holdsQuote(source, quote)))) return evidence
  return (
    first(searches, findNumbered) ??
    first(searches, (search) => findSpaced(search, line)) ??
    findUnmasked(sides, evidence, line) ??
    evidence
  )
}

interface Search {
  readonly source: SourceText
  readonly literal: readonly string[]
  readonly numbered: readonly string[]
}

function searchesOf(sides: QuotedSides, evidence: string): readonly Search[] {
  const quotes = quotesOf(evidence)
  const bare = withoutFence(evidence)
  const search = (source: SourceText | null, literal: readonly string[], mark: '+' | '-'): readonly Search[] =>
    source === null
      ? []
      : [{ source, literal, numbered: [bare, withoutMarks(bare, mark)].flatMap((text) => withoutNumbers(text, mark)) }]
  return [...search(sides.new, quotes.new, '+'), ...search(sides.old, quotes.old, '-')]
}

function first(searches: readonly Search[], find: (search: Search) => string | undefined): string | undefined {
  for (const search of searches) {
    const found = find(search)
    if (found !== undefined) return found
  }
  return undefined
}

function findNumbered({ source, numbered }: Search): string | undefined {
  return numbered.find((quote) => quoteStrength(quote) !== 'none' && holdsQuote(source, quote))
}

function findSpaced({ source, literal, numbered }: Search, line: number | null): string | undefined {
  for (const quote of [...literal, ...numbered]) {
    const found = quoteStrength(quote) === 'enough' ? nearestSpelling(source, quote, line) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** The whole lines that look like the quote when they are shown. */
function findUnmasked(sides: QuotedSides, evidence: string, line: number | null): string | undefined {
  const shown = evidence.includes('…') ? sides.shown?.() : undefined
  if (shown === undefined) return undefined
  const quotes = quotesOf(asTheFileHasIt(shown, evidence, line))
  const findIn = (side: 'new' | 'old'): string | undefined => {
    const [source, masked] = [sides[side], shown[side]]
    if (source === null || masked === null || source.starts.length !== masked.starts.length) return undefined
    const quote = quotes[side].find((text) => quoteStrength(text) === 'enough' && holdsQuote(masked, text))
    const found = quote === undefined ? undefined : nearestOccurrence(masked, quote, line ?? 1)
    return found === undefined ? undefined : linesIn(source, found)
  }
  return findIn('new') ?? findIn('old')
}

/** `3 code`, `3: code`, `3 | code`, each perhaps with the mark of a diff after the number. */
const numberedLine = /^\s*L?(\d{1,7})(?:\s*[:|│→]|(?=\s)|$)\s*([-+]?)(.*)$/

/** Where every line carries its number: the lines without it, then those of one side of a diff without their marks. */
function withoutNumbers(text: string, mark: '+' | '-'): readonly string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const parts = lines.flatMap((line) => {
    const [, number, sign = '', code = ''] = numberedLine.exec(line) ?? []
    return number === undefined ? [] : [{ number: Number(number), sign, code }]
  })
  if (parts.length < lines.length || parts.some(({ number }, index) => number < (parts[index - 1]?.number ?? 0)))
    return []
  const side = parts.filter(({ sign }) => sign === '' || sign === mark)
  const quotes = [parts.map(({ sign, code }) => sign + code), side.map(({ code }) => code)]
  return quotes.map((quote) => normaliseQuote(quote.join('\n'))).filter((quote) => quote !== '')
}

const longestPattern = 5000
const mostPlaces = 1000

/** The quote as the file spells it nearest to the line, when only the space around signs differs. */
function nearestSpelling(source: SourceText, quote: string, line: number | null): string | undefined {
  if (quote.length > longestPattern) return undefined
  const spellings = new Set<string>()
  let places = 0
  for (const [spelling] of source.text.matchAll(spacedPattern(quote))) {
    spellings.add(spelling)
    places += 1
    if (places === mostPlaces) break
  }
  const distance = (spelling: string): number =>
    line === null ? 0 : Math.abs((nearestOccurrence(source, spelling, line)?.start ?? 0) - line)
  return [...spellings].sort((one, other) => distance(one) - distance(other))[0]
}

/** Between two words a space stays: without it they would be another word. */
function spacedPattern(quote: string): RegExp {
  const tokens = quote.match(/[\p{L}\p{N}_$]+|\S/gu) ?? []
  const isWord = (token: string | undefined): boolean => token !== undefined && /[\p{L}\p{N}_$]/u.test(token)
  const parts = tokens.map((token, index) => {
    const escaped = token.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    return index === 0 ? escaped : `${isWord(token) && isWord(tokens[index - 1]) ? ' ' : ' ?'}${escaped}`
  })
  return new RegExp(parts.join(''), 'g')
}
