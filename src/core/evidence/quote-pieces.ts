import { ellipsis, tokensIn } from './token-index.ts'

/** One step of a quote, to be held against the tokens of a file. */
export type Piece =
  /** Must be there. `cut`: the quote breaks off after the beginning of the word, or begins with the end of it. */
  | { readonly kind: 'token'; readonly text: string; readonly cut: 'tail' | 'head' | null }
  /** Put there by whoever copied it, unless the file has it. Only `anywhere`, or where a line of the file begins or ends. */
  | { readonly kind: 'optional'; readonly texts: readonly string[]; readonly anywhere: boolean }
  /** Code was left out, perhaps as a line of its own. `otherwise`: what it is if the sign for it is code itself, as in `...rest`. */
  | { readonly kind: 'gap'; readonly isLine: boolean; readonly otherwise: readonly Piece[] }

/** The quote as it may stand on one side of a change. */
export function piecesOf(evidence: string, side: '+' | '-'): readonly Piece[] {
  const lines = evidence.split('\n').flatMap(readLine)
  const isDiff = lines.some(({ mark }) => mark === side)
  const pieces = lines.flatMap(({ number, mark, code }): readonly Piece[] => {
    if (isDiff && mark !== '' && mark !== side) return [added(`${number}${mark}${code}`)]
    const prefix = mark === side ? [added(number), added(mark)] : [added(number), ...codePieces(mark)]
    return [...prefix.filter(hasTokens), ...segmentsOf(code)]
  })
  return withLooseEnd(pieces)
}

export function isSeparator(token: string): boolean {
  return token === ';' || token === ','
}

export const backtick = '`'

interface QuotedLine {
  readonly number: string
  readonly mark: string
  readonly code: string
}

/** `3 code`, `3: code`, `3 | code`, `L3: code`, two columns of numbers, each perhaps before or after the mark of a diff. `->` and `+=` are none. */
const prefixed =
  /^((?:-(?![>=])|\+(?![+=]))?)\s*((?:L?\d{1,7}(?:\s*[:|│→]|(?=\s)|$)\s*){0,2})((?:-(?![>=])|\+(?![+=]))?)/

const fenceOrHeader = /^(?:`{3,}|~{3,})[\w+-]*$|^@@ -\d/

function readLine(text: string): readonly QuotedLine[] {
  const line = text.trim()
  if (line === '' || fenceOrHeader.test(line)) return []
  const [whole = '', before = '', number = '', after = ''] = prefixed.exec(line) ?? []
  if (before !== '' && after !== '') return [{ number, mark: before, code: `${after}${line.slice(whole.length)}` }]
  return [{ number, mark: before || after, code: line.slice(whole.length).trim() }]
}

/** Where a comment may begin that somebody appended to the line. */
const appended = /(?<=\s)(?<!(?:\/\/|#|--)\s)(?=\/\/|#(?:\s|$)|\/\*|<!--|--\s|<--|←)/

/** A comment that says that code was left out: on a line of its own it may say which. */
const leftOut = /^(?:\/\/|#|\/\*|--|<!--)\s*(?:\.{3}|…)/
const nothingElse = /^\W*$/

function segmentsOf(code: string): readonly Piece[] {
  if (leftOut.test(code)) return [gap(codePieces(code), true)]
  const [own = '', ...notes] = code.split(appended)
  const isGap = (comment: string): boolean => leftOut.test(comment) && nothingElse.test(comment)
  return [
    ...codePieces(own),
    ...notes.map((comment) => (isGap(comment) ? gap([added(comment)], true) : added(comment))),
  ]
}

function codePieces(code: string): readonly Piece[] {
  const tokens = [...tokensIn(code)]
  return tokens.map(({ text, start, end }, at): Piece => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    if (text === ellipsis) return gap([{ kind: 'token', text, cut: null }], tokens.length === 1)
    if (isSeparator(text)) return { kind: 'optional', texts: [text], anywhere: false }
    if (text === backtick) return { kind: 'optional', texts: [text], anywhere: true }
    const isCutAfter = after?.start === end && after.text === ellipsis && isWord(text)
    const isCutBefore = before?.end === start && before.text === ellipsis && isWord(text)
    return { kind: 'token', text, cut: isCutAfter ? 'tail' : isCutBefore ? 'head' : null }
  })
}

export function isWord(token: string): boolean {
  return /[\p{L}\p{N}_$]/u.test(token)
}

function added(text: string): Extract<Piece, { kind: 'optional' }> {
  return { kind: 'optional', texts: [...tokensIn(text)].map((token) => token.text), anywhere: false }
}

function hasTokens(piece: Piece): boolean {
  return piece.kind !== 'optional' || piece.texts.length > 0
}

function gap(otherwise: readonly Piece[], isLine: boolean): Piece {
  return { kind: 'gap', isLine, otherwise }
}

/** At the end of a quote a separator says nothing: the file may go on behind it. */
function withLooseEnd(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.at(-1)
  if (last?.kind !== 'optional' || !last.texts.every(isSeparator)) return pieces
  return [...pieces.slice(0, -1), { ...last, anywhere: true }]
}
