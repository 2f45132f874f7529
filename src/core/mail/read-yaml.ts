import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Report } from '../loop/finding-drafts.ts'
import { shortened } from '../values/shortened.ts'
import { isTooDeep } from '../values/yaml-depth.ts'

// A small part of YAML: maps, lists and text. Everything else (anchors, aliases, tags, merge keys, directives, several
// documents) is refused, and every scalar stays the text that was written.

export interface Limits {
  readonly characters: number
  readonly depth: number
}

export interface YamlFields {
  /** Text, lists and maps; what was left blank is undefined. */
  readonly value: Readonly<Record<string, unknown>>
  /** Of a field by its name, or of an item of a list; the nearest one around it where there is none. */
  readonly lineAt: (path: Path) => number
  /** What was written there, in a few words; undefined where nothing was. */
  readonly foundAt: (path: Path) => string | undefined
  /** The n-th line of a text as a line of the file: only a literal block shows every line of its text. */
  readonly lineInText: (name: string, line: number) => number
}

export type Path = readonly (string | number)[]

/** Null: the text cannot be used, and every reason was reported. */
export function readYaml(text: string, limits: Limits, report: Report): YamlFields | null {
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
  // Two equal keys are found below: the library would compare each key with all others.
  const options = { lineCounter: lines, schema: 'failsafe', uniqueKeys: false, prettyErrors: false } as const
  const document = parseDocument(source, options)
  const end = source.trimEnd().length
  const lineOf = (offset: number) => Math.max(1, lines.linePos(Math.min(offset, end)).line)
  // After the first error of the syntax the rest is a consequence of it.
  const [broken] = [...document.errors].sort((one, other) => one.pos[0] - other.pos[0])
  if (broken?.code === 'MULTIPLE_DOCS') report(lineOf(broken.pos[0]), 'a second document begins here; one is expected')
  else if (broken !== undefined) report(lineOf(broken.pos[0]), `not valid YAML: ${broken.message}`)
  else if (source.startsWith('%')) report(1, 'a directive (%) is not allowed')
  else return readRoot(document.contents, { depth: limits.depth, lineOf, report, places: new Map() })
  return null
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

interface Reading {
  readonly depth: number
  readonly lineOf: (offset: number) => number
  readonly report: Report
  /** By their path: a look through the fields for every problem would take too long where somebody wrote very many. */
  readonly places: Map<string, { readonly line: number; readonly node: unknown }>
}

function readRoot(root: unknown, reading: Reading): YamlFields | null {
  let isAllowed = true
  const report: Report = (line, text) => {
    isAllowed = false
    reading.report(line, text)
  }
  const value = toValue(root, [], 1, { ...reading, report })
  if (isAllowed && !isMap(root)) {
    report(lineOf(root, reading) ?? 1, `expected fields and values, found ${described(root)}`)
  }
  if (!isAllowed) return null
  const placeAt = (path: Path) => reading.places.get(path.join('\0'))
  const lineAt = (path: Path): number => placeAt(path)?.line ?? lineAt(path.slice(0, -1))
  return {
    value: value as YamlFields['value'],
    lineAt,
    foundAt: (path) => {
      const place = placeAt(path)
      return place === undefined ? undefined : described(place.node)
    },
    lineInText: (name, line) => {
      const node = placeAt([name])?.node
      const start = lineOf(node, reading) ?? 1
      return isScalar(node) && node.type === 'BLOCK_LITERAL' ? start + line : start
    },
  }
}

/** What a node says; what is not allowed in it is reported. */
function toValue(node: unknown, path: Path, outer: number, reading: Reading): unknown {
  reading.places.set(path.join('\0'), { line: outer, node })
  const line = lineOf(node, reading) ?? outer
  if (!isReadable(node, line, reading)) return undefined
  if (path.length > reading.depth) reading.report(line, `the YAML is nested more than ${reading.depth} levels deep`)
  else if (isMap(node)) return toFields(node.items, path, line, reading)
  else if (isSeq(node)) {
    return node.items.map((item, index) => toValue(item, [...path, index], lineOf(item, reading) ?? line, reading))
  }
  return isBlank(textOf(node), isPlain(node)) ? undefined : textOf(node)
}

function toFields(
  pairs: readonly { readonly key: unknown; readonly value: unknown }[],
  path: Path,
  outer: number,
  reading: Reading,
): unknown {
  const fields = new Map<string, unknown>()
  for (const { key, value } of pairs) {
    const line = lineOf(key, reading) ?? outer
    const name = textOf(key)
    if (!isReadable(key, line, reading)) continue
    if (isMap(key) || isSeq(key)) reading.report(line, `a field is named by a word, found ${described(key)}`)
    else if (name === '<<') reading.report(line, 'a merge key (<<) is not allowed')
    else if (fields.has(name)) reading.report(line, `the field "${shortened(name, 40)}" is there twice`)
    fields.set(name, toValue(value, [...path, name], line, reading))
  }
  return Object.fromEntries(fields)
}

/** Whether there is something to read in a node; what is not allowed is reported. */
function isReadable(node: unknown, line: number, { report }: Reading): boolean {
  const { anchor, tag } = (node ?? {}) as { readonly anchor?: string; readonly tag?: string }
  const [hidden] = hiddenCharacter.exec(textOf(node)) ?? []
  if (anchor !== undefined) report(line, 'an anchor (&) is not allowed')
  else if (tag !== undefined) report(line, 'a tag (!) is not allowed')
  if (hidden !== undefined) report(line, `the character ${codeOf(hidden)} is not allowed`)
  else if (isAlias(node)) report(line, 'an alias (*) is not allowed')
  return hidden === undefined && !isAlias(node)
}

/** Nothing was written, or that there is nothing; without quotes `null` says so, too. */
export function isBlank(text: string, isPlain: boolean): boolean {
  return text.trim() === '' || (isPlain && /^(?:~|null|Null|NULL)$/.test(text))
}

function described(node: unknown): string {
  if (isMap(node)) return 'a map'
  if (isSeq(node)) return 'a list'
  return isBlank(textOf(node), isPlain(node)) ? 'nothing' : JSON.stringify(shortened(textOf(node), 40))
}

function textOf(node: unknown): string {
  return isScalar(node) && typeof node.value === 'string' ? node.value : ''
}

function isPlain(node: unknown): boolean {
  return !isScalar(node) || node.type === 'PLAIN'
}

function lineOf(node: unknown, reading: Pick<Reading, 'lineOf'>): number | undefined {
  const offset = isMap(node) || isSeq(node) || isScalar(node) || isAlias(node) ? node.range?.[0] : undefined
  return offset === undefined ? undefined : reading.lineOf(offset)
}
