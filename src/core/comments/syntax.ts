// How comments and what could be taken for one are written, by language. Where a language is not here, its comments stay as they are.

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

const quoted = (quote: string, form: Partial<StringForm> = {}): StringForm => ({
  open: new RegExp(quote, 'y'),
  close: () => quote,
  escapes: true,
  ...form,
})
const double = quoted('"')
const single = quoted("'")
const triple = quoted('"""', { lines: true })
const character = /'(?:\\[^\n]|[^\\'\n])+'/y
/** One character only: where there is another quote later in the line, `'a` may be the name of a lifetime. */
const rustCharacter = /b?'(?:\\[^\n][^'\n]{0,8}|[^\\'\n])'/uy
const preprocessor = /(?<=^[ \t]*)#[ \t]*(?:error|warning|region|endregion|pragma|line|include)\b[^\n]*/my

const slashes: Syntax = { line: ['//'], block: [['/*', '*/']], strings: [double], atoms: [character] }
const dollarHole = { hole: ['${', '}'] } as const

const script: Syntax = {
  ...slashes,
  strings: [double, single, quoted('`', { lines: true, ...dollarHole })],
  atoms: [],
  regexes: true,
  directive: /^\/\/[#@] source|^\/\*\s*(?:webpack[A-Z]|[@#]__PURE__|@jsx|@vite-ignore)/,
}
const page: Syntax = { ...script, pageText: true }

const c: Syntax = {
  ...slashes,
  strings: [{ open: /(?:u8|[uUL])?R"([^()\\\s]{0,16})\(/y, close: ([, mark]) => `)${mark}"`, lines: true }, double],
  atoms: [preprocessor, character, /\d(?:'?[\w.])*/y],
  unsureComment: /\\\r?$|\?\?\//,
}

const kotlin: Syntax = {
  ...slashes,
  nested: true,
  strings: [quoted('"""', { lines: true, escapes: false, ...dollarHole }), quoted('"', dollarHole)],
  atoms: [character, /`[^`\n]*`/y],
}

const hash: Syntax = { line: ['#'], block: [], strings: [], atoms: [] }

const sql: Syntax = {
  line: ['--'],
  block: [['/*', '*/']],
  strings: [quoted("'", { escapes: false, lines: true }), quoted('"', { escapes: false, lines: true })],
  atoms: [/\$(\w*)\$[\s\S]*?\$\1\$/y, /`[^`]*`/y],
  directive: /^\/\*[!+M]|^--\+/,
  unsure: /\\['"]/,
  unsureComment: /\/\*[\s\S]*\/\*/,
  after: /\s|$/y,
}

const markup: Syntax = {
  line: [],
  block: [['<!--', '-->']],
  strings: [],
  atoms: [
    /<(script|style|textarea|title|template)\b[\s\S]*?<\/\1/iy,
    /<!\[CDATA\[[\s\S]*?\]\]>/y,
    /<[A-Za-z/?](?:"[^"]*"|'[^']*'|[^'">])*>/y,
  ],
  directive: /^<!--(?:\[|#|<!\[|esi|\s*\/?ko\b)/,
  unsureComment: /^<!---?>|--!>|\{\{|\{%/,
}

const byEnding: Readonly<Record<string, Syntax>> = {
  'ts mts cts': script,
  'js jsx tsx mjs cjs': page,
  'c h cc cpp cxx hpp hh m mm ino cu': c,
  java: {
    ...slashes,
    strings: [triple, double],
    // The compiler reads these before it knows what a comment is.
    unsure: /\\u+00(?:0a|0d|22|27|2a|2f|5c)/i,
  },
  'kt kts': kotlin,
  'scala sc dart': {
    ...kotlin,
    strings: [
      quoted('"""', { lines: true, ...dollarHole }),
      quoted("'''", { lines: true, ...dollarHole }),
      quoted('"', dollarHole),
      quoted("'", dollarHole),
    ],
    unsure: /(?<![\w'])'[A-Za-z_]\w*(?![\w'])[^'\n]*$/m,
  },
  swift: {
    ...slashes,
    nested: true,
    strings: [
      { open: /(#+)("""|")/y, close: ([, marks, quote]) => `${quote}${marks}`, lines: true },
      quoted('"""', { lines: true, hole: ['\\(', ')'] }),
      quoted('"', { hole: ['\\(', ')'] }),
    ],
  },
  cs: {
    ...slashes,
    strings: [
      { open: /\$*("{3,})/y, close: ([, quotes]) => quotes ?? '', lines: true },
      { open: /\$@"|@\$"/y, close: () => '"', lines: true, doubled: true, braces: true },
      { open: /@"/y, close: () => '"', lines: true, doubled: true },
      { open: /\$"/y, close: () => '"', escapes: true, braces: true },
      double,
    ],
    atoms: [preprocessor, character],
  },
  go: {
    ...slashes,
    strings: [double, quoted('`', { escapes: false, lines: true })],
    directive: /^\/\/(?:go:|export |line |extern |\s*\+build )|^\/\*line /,
    // The comment before it is a program in C.
    unsure: /^\s*(?:import\s+)?"C"/m,
  },
  rs: {
    ...slashes,
    nested: true,
    strings: [
      { open: /(?:br|cr|r)(#*)"/y, close: ([, marks]) => `"${marks}`, lines: true },
      quoted('"', { lines: true }),
    ],
    atoms: [rustCharacter],
  },
  php: {
    ...slashes,
    line: ['//', '#'],
    strings: [quoted("'", { lines: true }), quoted('"', { lines: true, hole: ['{$', '}'] })],
    atoms: [/#\[/y, /<<<[ \t]*(["']?)(\w+)\1\r?\n[\s\S]*?\n[ \t]*\2\b/y],
    unsure: /^(?!<\?php\s)|\?>/,
  },
  css: { ...slashes, line: [], strings: [double, single], atoms: [/url\([^)'"\n]*\)/y] },
  'scss less': { ...slashes, strings: [double, single], atoms: [/url\([^)'"\n]*\)/y, /https?:\/\/[^\s;)]*/y] },
  'proto zig sol': { ...slashes, strings: [double, single], atoms: [/\\\\[^\n]*/y] },
  'py pyi': {
    ...hash,
    strings: [
      {
        open: /[fFtT][rR]?("""|''')|[rR][fFtT]("""|''')/y,
        close: (g) => g[1] ?? g[2] ?? '',
        escapes: true,
        lines: true,
        braces: true,
      },
      { open: /[fFtT][rR]?(["'])|[rR][fFtT](["'])/y, close: (g) => g[1] ?? g[2] ?? '', escapes: true, braces: true },
      { open: /[rRbBuU]{0,2}("""|''')/y, close: ([, quotes]) => quotes ?? '', escapes: true, lines: true },
      { open: /[rRbBuU]{0,2}(["'])/y, close: ([, quotes]) => quotes ?? '', escapes: true },
    ],
    directive: /^#!|^#.*coding[:=]/,
    // A program that reads its own text has code in it.
    docstrings: /__doc__|docopt/,
  },
  'sh bash ksh': {
    ...hash,
    strings: [
      { open: /\$'/y, close: () => "'", escapes: true, lines: true },
      { open: /'/y, close: () => "'", lines: true },
      { open: /"/y, close: () => '"', escapes: true, lines: true, hole: ['$(', ')'] },
    ],
    atoms: [/\$\{[^}\n"'`]*\}/y, /<<</y, /\\[\s\S]/y],
    directive: /^#!/,
    before: /(?:^|[\s;&|(])$/,
    heredocs: true,
  },
  'sql pgsql mysql': sql,
  lua: {
    line: ['--'],
    block: [['--[[', ']]']],
    strings: [double, single],
    atoms: [/\[(=*)\[[\s\S]*?\]\1\]/y, /--\[(=+)\[[\s\S]*?\]\1\]/y],
  },
  'html htm xml svg xhtml vue svelte': markup,
}

const syntaxes = new Map(
  Object.entries(byEnding).flatMap(([endings, syntax]) =>
    endings.split(' ').map((ending) => [ending, syntax] as const),
  ),
)

export function syntaxOf(path: string): Syntax | undefined {
  return syntaxes.get(endingOf(path))
}

export function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return name.slice(name.lastIndexOf('.') + 1)
}
