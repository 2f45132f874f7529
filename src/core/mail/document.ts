import * as v from 'valibot'
import { Document, isScalar, isSeq, Scalar, visit } from 'yaml'
import type { Report } from '../loop/finding-drafts.ts'
import type { DocumentProblem } from '../loop/parse-findings.ts'
import { nearest } from '../values/nearest.ts'
import { type Limits, type Path, readYaml, type YamlFields } from './read-yaml.ts'

// YAML documents that are described by a schema of `fields.ts`: read with every problem and its line, and written in its order.

export type Parsed<T> = { readonly value: T } | { readonly problems: readonly DocumentProblem[] }

/** A schema of a map with fields. */
export type FieldSchema<T = unknown> = v.GenericSchema<unknown, T> & {
  readonly entries: Readonly<Record<string, unknown>>
}

/** YAML text → what the schema reads in it, or every problem with its line. Never throws. */
export function readDocument<T>(text: string, schema: FieldSchema<T>, limits: Limits): Parsed<T> {
  return collect((report) => {
    const yaml = readYaml(text, limits, report)
    return yaml === null ? undefined : readFields(yaml, schema, report)
  })
}

/** A value counts only where nothing was reported. */
export function collect<T>(read: (report: Report) => T | undefined): Parsed<T> {
  const problems: DocumentProblem[] = []
  const value = read((line, text) => void problems.push({ line, text }))
  if (value !== undefined && problems.length === 0) return { value }
  return { problems: problems.sort((one, other) => one.line - other.line) }
}

/** Undefined: every problem was reported. */
export function readFields<T>(yaml: YamlFields, schema: FieldSchema<T>, report: Report): T | undefined {
  const read = v.safeParse(schema, yaml.value)
  // Optional fields that were left blank are undefined, and dropped by this.
  if (read.success) return JSON.parse(JSON.stringify(read.output))
  for (const issue of read.issues) reportIssue(yaml, issue, report)
  return undefined
}

function reportIssue(yaml: YamlFields, issue: v.BaseIssue<unknown>, report: Report): void {
  const { kind, expected, message, path: items = [] } = issue
  const path = items.map(({ key }) => key as string | number)
  const [found, line] = [yaml.foundAt(path), yaml.lineAt(path)]
  if (expected === 'never') reportUnknown(yaml, issue, path.slice(0, -1), report)
  else if (kind === 'validation') report(line, `"${nameOf(path)}" ${message}`)
  else if (found === undefined) report(line, `"${nameOf(path)}" is missing; it must be ${message}`)
  else if (found === 'nothing') report(line, `"${nameOf(path)}" is empty; it must be ${message}`)
  else report(line, `"${nameOf(path)}" must be ${message}, found ${found}`)
}

/** The library stops at the first field that it does not know. */
function reportUnknown(yaml: YamlFields, issue: v.BaseIssue<unknown>, path: Path, report: Report): void {
  const known = issue.message.split(' ')
  for (const name of Object.keys(issue.path?.at(-1)?.input as object)) {
    if (known.includes(name)) continue
    const cut = name.slice(0, 100)
    const meant = nearest(cut, known)
    const hint = meant === undefined ? `the fields here are ${known.join(', ')}` : `did you mean "${meant}"?`
    report(yaml.lineAt([...path, name]), `unknown field "${nameOf([...path, cut])}"; ${hint}`)
  }
}

/** 'nits.2.owner': items are counted from 1, as people do. */
function nameOf(path: Path): string {
  return path.map((key) => (typeof key === 'number' ? key + 1 : key)).join('.')
}

type Values = Readonly<Record<string, unknown>>

/** YAML with the fields in the order of their schema. What is undefined is left out. */
export function renderDocument(schema: Pick<FieldSchema, 'entries'>, values: Values): string {
  return render(documentOf(schema, values))
}

/** The same with lists in brackets, and with the named texts always as blocks. */
export function renderFlat(schema: Pick<FieldSchema, 'entries'>, values: Values, blocks: readonly string[]): string {
  const document = documentOf(schema, values)
  for (const name of Object.keys(schema.entries)) {
    const node: unknown = document.get(name, true)
    if (isSeq(node)) node.flow = true
    if (isScalar(node) && blocks.includes(name)) node.type = Scalar.BLOCK_LITERAL
  }
  return render(document)
}

function documentOf({ entries }: Pick<FieldSchema, 'entries'>, values: Values): Document {
  const written = Object.keys(entries).filter((name) => values[name] !== undefined)
  const fields = Object.fromEntries(written.map((name) => [name, values[name]]))
  // Readers of YAML 1.1 would take some texts for a time or a number: those are quoted.
  return new Document(fields, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
}

/** Text of several lines is shown as such; nothing is folded, since a fold is a change that cannot be seen. */
function render(document: Document): string {
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && node.value.includes('\n')) node.type = Scalar.BLOCK_LITERAL
    },
  })
  return document.toString({ lineWidth: 0, minContentWidth: 0 })
}
