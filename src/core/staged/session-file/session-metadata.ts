import type { DocumentLine, Report } from '../../loop/finding-drafts.ts'
import { shortened } from '../../values/shortened.ts'
import { codecs, isMetadataKey, type MetadataKey, type MetadataValues, metadataKeys } from './metadata-values.ts'

/** What a session file says of its session, as a whole. */
export interface SessionMetadata {
  /** A key that is not there was not written: old files lack some, and the skills of one tool write only a part of them. */
  readonly values: Readonly<Partial<MetadataValues>>
  /** Lines that only another tool understands, as they stand. We never write any of our own. */
  readonly foreign: readonly string[]
}

export function metadataLines({ values, foreign }: SessionMetadata): readonly string[] {
  return [...metadataKeys.flatMap((key) => lineOf(values, key)), ...foreign]
}

export function parseMetadata(lines: readonly DocumentLine[], report: Report): SessionMetadata {
  const values: Partial<MetadataValues> = {}
  const foreign: string[] = []
  for (const entry of readEntries(lines, report)) {
    if (entry.key === undefined) foreign.push(...entry.lines)
    else if (Object.hasOwn(values, entry.key)) report(entry.line, `"${entry.key}" is in the metadata twice.`)
    else setValue(values, entry.key, entry, report)
  }
  return { values, foreign }
}

interface Entry {
  readonly line: number
  /** Undefined for what we do not know. */
  readonly key: MetadataKey | undefined
  /** What stands behind the key, and the lines indented below it. */
  readonly value: string
  readonly lines: string[]
}

const keyed = /^ {0,3}(?:[-*+][ \t]+)?(?:\*\*|`)?([a-z_]+)(?:\*\*|`)?:(?:\*\*)?(?:[ \t]+(.*))?$/

function readEntries(lines: readonly DocumentLine[], report: Report): readonly Entry[] {
  const entries: Entry[] = []
  const code = lines.find(({ isCode }) => isCode)
  if (code !== undefined) report(code.number, 'The metadata is a list of "- key: value", without a fenced block.')
  for (const { number, text } of lines) {
    const last = entries.at(-1)
    const [, name = '', value = ''] = keyed.exec(text) ?? []
    const key = isMetadataKey(name) ? name : undefined
    if (text.trim() === '') continue
    if (last !== undefined && /^(?: {2}|\t)/.test(text) && (key === undefined || key === last.key))
      last.lines.push(text)
    else entries.push({ line: number, key, value, lines: [text] })
  }
  return entries
}

function setValue<Key extends MetadataKey>(
  values: Partial<MetadataValues>,
  key: Key,
  { line, value, lines }: Entry,
  report: Report,
): void {
  const { read, expected } = codecs[key]
  const written = [value, ...lines.slice(1)].join('\n').trim()
  const found = read(written)
  if (found === undefined) report(line, `"${key}" is ${expected}, not "${shortened(written, 60)}".`)
  else values[key] = found
}

function lineOf<Key extends MetadataKey>(values: Partial<MetadataValues>, key: Key): readonly string[] {
  const value: MetadataValues[Key] | undefined = values[key]
  return value === undefined ? [] : [`- ${key}: ${codecs[key].write(value)}`]
}
