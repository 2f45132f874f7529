// How comments and what could be taken for one are written, by language. Where a language is not here, its comments stay as they are.

import {
  character,
  dollarHole,
  double,
  hash,
  preprocessor,
  quoted,
  rustCharacter,
  type Syntax,
  single,
  slashes,
  triple,
} from './syntax-forms.ts'

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
    /<(script|style|textarea|title)\b[\s\S]*?<\/\1/iy,
    /<!\[CDATA\[[\s\S]*?\]\]>/y,
    /<[A-Za-z/?](?:"[^"]*"|'[^']*'|[^'">])*>/y,
  ],
  directive: /^<!--(?:\[|#|<!\[|esi|\s*\/?ko\b)/,
  unsureComment: /^<!---?>|--!>|\{\{|\{%/,
}

/** They may hold scripts and styles. */
const pages = 'html htm xml svg xhtml vue svelte'.split(' ')

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
  'groovy gradle': {
    ...slashes,
    strings: [
      quoted('"""', { lines: true, ...dollarHole }),
      quoted("'''", { lines: true }),
      quoted('"', dollarHole),
      single,
    ],
    atoms: [],
    // Texts between slashes.
    unsure: /[=(,~[:]\s*\/[^/*\n]|\$\//,
  },
  'ps1 psm1 psd1': {
    ...hash,
    block: [['<#', '#>']],
    strings: [
      { open: /@"[ \t]*\r?\n/y, close: () => '\n"@', lines: true },
      { open: /@'[ \t]*\r?\n/y, close: () => "\n'@", lines: true },
      { open: /"/y, close: () => '"', lines: true, doubled: true, hole: ['$(', ')'] },
      { open: /'/y, close: () => "'", lines: true, doubled: true },
    ],
    before: /(?:^|[\s;|({}),])$/,
    directive: /^#(?:!|\s*requires\b)/i,
    // A back-tick before a quote keeps it from being one.
    unsure: /`["'#]/,
  },
  hs: {
    line: ['--'],
    block: [['{-', '-}']],
    nested: true,
    strings: [double],
    atoms: [/'(?:\\[^'\n]+|[^\\'\n])'/y],
    before: /(?:^|[\s\w)\]}"',;])$/,
    after: /[-\s\w]|$/y,
    directive: /^\{-#/,
  },
  [pages.join(' ')]: markup,
}

const syntaxes = new Map(
  Object.entries(byEnding).flatMap(([endings, syntax]) =>
    endings.split(' ').map((ending) => [ending, syntax] as const),
  ),
)

export function syntaxOf(path: string): Syntax | undefined {
  return syntaxes.get(endingOf(path))
}

export function isPageOfTags(path: string): boolean {
  return pages.includes(endingOf(path))
}

export function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return name.slice(name.lastIndexOf('.') + 1)
}
