/** A text as words and signs. White space between them does not count. */
export interface TokenIndex {
  /** Which word or sign each token is. */
  readonly ids: readonly number[]
  /** The words and signs by their ids, and the ids by their words. */
  readonly words: readonly string[]
  readonly idOf: ReadonlyMap<string, number>
  /** Where each token begins and ends in the text. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  readonly lines: readonly number[]
}

/** `lineStarts`: where each line of the text begins; a blank line begins where the next one does. */
export function indexTokens(text: string, lineStarts: readonly number[]): TokenIndex {
  const idOf = new Map<string, number>()
  const [ids, starts, ends, lines]: number[][] = [[], [], [], []]
  let line = 0
  for (const { text: token, start, end } of tokensIn(text)) {
    while (line < lineStarts.length && lineStarts[line]! <= start) line += 1
    const id = idOf.get(token) ?? idOf.size
    if (id === idOf.size) idOf.set(token, id)
    ids!.push(id)
    starts!.push(start)
    ends!.push(end)
    lines!.push(line)
  }
  return { ids: ids!, words: [...idOf.keys()], idOf, starts: starts!, ends: ends!, lines: lines! }
}

export interface Token {
  /** Always spelled the same: `&lt;` is `<`, a typographic quote is a plain one. */
  readonly text: string
  readonly start: number
  readonly end: number
}

export const ellipsis = '…'

export function* tokensIn(text: string): Generator<Token> {
  for (const { 0: token, index } of text.matchAll(tokenPattern)) {
    yield { text: spelling(token), start: index, end: index + token.length }
  }
}

const tokenPattern = /[\p{L}\p{N}_$]+|&(?:lt|gt|amp|quot|apos|#\d{1,7}|#[xX][\da-fA-F]{1,6});|\.{3,}|…+|\S/gu

const spellings: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ...[...'“”„‟'].map((sign) => [sign, '"'] as const),
  ...[...'‘’‚‛'].map((sign) => [sign, "'"] as const),
  ...[...'‐‑‒–—−'].map((sign) => [sign, '-'] as const),
])

function spelling(token: string): string {
  if (token.length > 1 && token[0] === '.') return ellipsis
  if (token[0] === ellipsis) return ellipsis
  if (token.startsWith('&#')) return fromCode(token)
  return spellings.get(token) ?? token
}

function fromCode(entity: string): string {
  const code = /^&#x/i.test(entity) ? Number.parseInt(entity.slice(3), 16) : Number.parseInt(entity.slice(2), 10)
  return code > 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
}
