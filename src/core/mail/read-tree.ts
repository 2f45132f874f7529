import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import type { Report } from '../loop/finding-drafts.ts'
import { shortened } from '../values/shortened.ts'
import { isTooDeep } from '../values/yaml-depth.ts'

// A small and boring part of YAML: maps, lists and text. All that makes it a language (anchors, aliases, tags, merge keys,
// directives, several documents) is refused, and a scalar stays the text that was written.

export type Tree = TextNode | ListNode | MapNode | RefusedNode

export interface TextNode {
  readonly kind: 'text'
  readonly line: number
  readonly text: string
  /** Written without quotes: only then `null` means nothing. */
  readonly plain: boolean
  /** A literal block: the n-th line of the text is the n-th line below. */
  readonly literal: boolean
}

export interface ListNode {
  readonly kind: 'list'
  readonly line: number
  readonly items: readonly Tree[]
}

export interface MapNode {
  readonly kind: 'map'
  readonly line: number
  readonly entries: ReadonlyMap<string, { readonly line: number; readonly value: Tree }>
}

/** A problem was told already; nobody has to look at it again. */
export interface RefusedNode {
  readonly kind: 'refused'
  readonly line: number
}

export interface TreeLimits {
  readonly characters: number
  readonly depth: number
}

/** Null: there is no tree, and the reason was reported. */
export function readTree(text: string, limits: TreeLimits, report: Report): MapNode | null {
  if (text.length > limits.characters) {
    report(1, `the text is longer than ${limits.characters} characters`)
    return null
  }
  const source = text.replaceAll('\r\n', '\n')
  if (hasHiddenCharacters(source, report)) return null
  if (isTooDeep(source, limits.depth)) {
    report(1, `the YAML is nested more than ${limits.depth} levels deep`)
    return null
  }
  const lines = new LineCounter()
  const document = parseDocument(source, options(lines))
  const end = source.trimEnd().length
  const lineOf = (offset: number) => Math.max(1, lines.linePos(Math.min(offset, end)).line)
  return isReadable(document, source, lineOf, report) ? rootOf(document, limits, lineOf, report) : null
}

/** Characters that a person does not see, or that turn the text around them over. */
export const hiddenCharacter = new RegExp(
  [
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]|\p{Surrogate}/u,
    /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/u,
    // What joins characters, or selects their form, is seen by what it does: in emoji, and in scripts that join letters.
    /(?<![\p{M}\p{Script=Arabic}])\u200c|(?<![\p{M}\p{Script=Arabic}\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200d/u,
    /(?<!\p{Extended_Pictographic})(?:\ufe0e|\ufe0f(?!\u20e3))/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
)

function hasHiddenCharacters(source: string, report: Report): boolean {
  if (!hiddenCharacter.test(source)) return false
  source.split('\n').forEach((line, index) => {
    const [found] = hiddenCharacter.exec(line) ?? []
    const hint = index === 0 && line.startsWith('\ufeff') ? ' (a byte order mark: save the file without it)' : ''
    if (found !== undefined) report(index + 1, `the character ${codeOf(found)} is not allowed${hint}`)
  })
  return true
}

/** 'U+202E' */
function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function options(lineCounter: LineCounter) {
  // Keys are compared by us: the library compares each with all others.
  return { lineCounter, schema: 'failsafe', version: '1.2', uniqueKeys: false, prettyErrors: false } as const
}

type LineOf = (offset: number) => number

/** After the first error of the syntax the rest is a consequence of it. */
function isReadable(document: Document.Parsed, source: string, lineOf: LineOf, report: Report): boolean {
  const [broken] = [...document.errors].sort((one, other) => one.pos[0] - other.pos[0])
  if (broken?.code === 'MULTIPLE_DOCS') report(lineOf(broken.pos[0]), 'a second document begins here; one is expected')
  else if (broken !== undefined) report(lineOf(broken.pos[0]), `not valid YAML: ${broken.message}`)
  else if (/^%/.test(source)) report(1, 'a directive (%) is not allowed')
  else return true
  return false
}

function rootOf(document: Document.Parsed, limits: TreeLimits, lineOf: LineOf, report: Report): MapNode | null {
  const root = toTree(document.contents, { line: 1, depth: 0 }, { limits, lineOf, report })
  if (root.kind === 'map') return root
  if (root.kind !== 'refused') report(root.line, `expected fields and values, found ${describeNode(root)}`)
  return null
}

/** For messages: what stands there instead. */
export function describeNode(node: Tree): string {
  if (node.kind === 'map') return 'a map'
  if (node.kind === 'list') return 'a list'
  return node.kind === 'text' && !isBlank(node) ? JSON.stringify(shortened(node.text, 40)) : 'nothing'
}

/** Nothing was written, or that there is nothing. */
export function isBlank(node: Tree): boolean {
  if (node.kind !== 'text') return false
  return node.text.trim() === '' || (node.plain && /^(?:~|null|Null|NULL)$/.test(node.text))
}

interface Place {
  readonly line: number
  readonly depth: number
}

interface Reading {
  readonly limits: TreeLimits
  readonly lineOf: LineOf
  readonly report: Report
}

function toTree(node: unknown, { line: outer, depth }: Place, reading: Reading): Tree {
  const { limits, lineOf, report } = reading
  const line = lineStart(node, lineOf) ?? outer
  const refuse = (text: string): RefusedNode => {
    report(line, text)
    return { kind: 'refused', line }
  }
  if (isAlias(node)) return refuse('an alias (*) is not allowed')
  const trick = trickOf(node)
  if (trick !== undefined) report(line, `${trick} is not allowed`)
  if (depth > limits.depth) return refuse(`the YAML is nested more than ${limits.depth} levels deep`)
  if (isMap(node)) return toMap(node.items, { line, depth }, reading)
  if (isSeq(node)) {
    return { kind: 'list', line, items: node.items.map((item) => toTree(item, { line, depth: depth + 1 }, reading)) }
  }
  const value = isScalar(node) ? node.value : ''
  const text = typeof value === 'string' ? value : ''
  const [hidden] = hiddenCharacter.exec(text) ?? []
  if (hidden !== undefined) return refuse(`the character ${codeOf(hidden)} is not allowed`)
  const type = isScalar(node) ? node.type : 'PLAIN'
  return { kind: 'text', line, text, plain: type === 'PLAIN', literal: type === 'BLOCK_LITERAL' }
}

function toMap(
  pairs: readonly { readonly key: unknown; readonly value: unknown }[],
  { line: outer, depth }: Place,
  reading: Reading,
): MapNode {
  const entries = new Map<string, { line: number; value: Tree }>()
  for (const { key, value } of pairs) {
    const line = lineStart(key, reading.lineOf) ?? outer
    const name = toTree(key, { line, depth }, reading)
    const tree = toTree(value, { line, depth: depth + 1 }, reading)
    if (name.kind === 'refused') continue
    if (name.kind !== 'text') reading.report(line, `a field is named by a word, found ${describeNode(name)}`)
    else if (name.text === '<<') reading.report(line, 'a merge key (<<) is not allowed')
    else if (entries.has(name.text)) reading.report(line, `the field "${shortened(name.text, 40)}" is there twice`)
    else entries.set(name.text, { line, value: tree })
  }
  return { kind: 'map', line: outer, entries }
}

function trickOf(node: unknown): string | undefined {
  const { anchor, tag } = (node ?? {}) as Partial<Pick<Node, 'tag'>> & { readonly anchor?: string }
  if (anchor !== undefined) return 'an anchor (&)'
  return tag === undefined ? undefined : 'a tag (!)'
}

function lineStart(node: unknown, lineOf: LineOf): number | undefined {
  const offset = isMap(node) || isSeq(node) || isScalar(node) || isAlias(node) ? node.range?.[0] : undefined
  return offset === undefined ? undefined : lineOf(offset)
}
