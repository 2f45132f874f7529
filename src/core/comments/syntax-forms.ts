// The parts that languages are described with.

export interface StringForm {
  /** Sticky. Its groups are given to `close`. */
  readonly open: RegExp
  readonly close: (groups: RegExpExecArray) => string
  readonly escapes?: boolean
  /** It may go on in the next line. */
  readonly lines?: boolean
  /** A quote in it is written twice. */
  readonly doubled?: boolean
  /** Code inside the string. */
  readonly hole?: readonly [open: string, close: string]
  /** It may hold code in braces that is not followed: where they do not pair up, nothing is sure any more. */
  readonly braces?: boolean
}

export interface Syntax {
  readonly line: readonly string[]
  readonly block: readonly (readonly [open: string, close: string])[]
  readonly nested?: boolean
  readonly strings: readonly StringForm[]
  /** Read as a whole: characters, numbers, raw texts. Sticky. */
  readonly atoms: readonly RegExp[]
  /** A comment that a compiler, an interpreter or a database reads. It is code, and stays. */
  readonly directive?: RegExp
  /** A text in which nothing is sure. */
  readonly unsure?: RegExp
  /** A comment with this in it may be code after all. */
  readonly unsureComment?: RegExp
  readonly regexes?: boolean
  /** It has texts about its functions, unless this stands in it. */
  readonly docstrings?: RegExp
  readonly heredocs?: boolean
  /** A string that is not closed in its line is text of a page. */
  readonly pageText?: boolean
  /** What must stand before the mark of a line comment. */
  readonly before?: RegExp
  /** What must follow it. */
  readonly after?: RegExp
}

export const quoted = (quote: string, form: Partial<StringForm> = {}): StringForm => ({
  open: new RegExp(quote, 'y'),
  close: () => quote,
  escapes: true,
  ...form,
})
export const double = quoted('"')
export const single = quoted("'")
export const triple = quoted('"""', { lines: true })
export const character = /'(?:\\[^\n]|[^\\'\n])+'/y
/** One character only: where there is another quote later in the line, `'a` may be the name of a lifetime. */
export const rustCharacter = /b?'(?:\\[^\n][^'\n]{0,8}|[^\\'\n])'/uy
export const preprocessor = /(?<=^[ \t]*)#[ \t]*(?:error|warning|region|endregion|pragma|line|include)\b[^\n]*/my

export const slashes: Syntax = { line: ['//'], block: [['/*', '*/']], strings: [double], atoms: [character] }
export const dollarHole = { hole: ['${', '}'] } as const
export const hash: Syntax = { line: ['#'], block: [], strings: [], atoms: [] }
