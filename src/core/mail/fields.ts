import type { Report } from '../loop/finding-drafts.ts'
import { nearest } from '../values/nearest.ts'
import { describeNode, isBlank, type MapNode, type Tree } from './read-tree.ts'

// Tables of fields: what may stand in a message, a body or a packet. One table drives reading, types and documentation.

/** How one value is read. A value that is not there after a problem was reported is undefined. */
export interface Rule<T> {
  /** Completes 'must be …'. */
  readonly expects: string
  readonly read: (node: Tree, place: Place) => T | undefined
}

export interface Place {
  /** 'nits.2.owner'; counted from 1, as people do. */
  readonly path: string
  readonly report: Report
}

export interface Field<T, Needed extends boolean = boolean> {
  readonly rule: Rule<T>
  readonly needed: Needed
  /** One clause for the protocol page. */
  readonly about: string
  /** What it means where it was left blank. */
  readonly blank?: T
}

export function required<T>(rule: Rule<T>, about: string, blank?: T): Field<T, true> {
  return { rule, needed: true, about, ...(blank === undefined ? {} : { blank }) }
}

export function optional<T>(rule: Rule<T>, about: string): Field<T, false> {
  return { rule, needed: false, about }
}

export type FieldTable = Readonly<Record<string, Field<unknown>>>

type NamesOf<Table extends FieldTable, Needed extends boolean> = {
  [Name in keyof Table]: Table[Name] extends Field<unknown, Needed> ? Name : never
}[keyof Table]

type ValueOf<F> = F extends Field<infer T> ? T : never

/** What a table describes. */
export type Values<Table extends FieldTable> = {
  readonly [Name in NamesOf<Table, true>]: ValueOf<Table[Name]>
} & {
  readonly [Name in Exclude<keyof Table, NamesOf<Table, true>>]?: ValueOf<Table[Name]>
}

/** The same while it is read: anything may be missing. */
export type Draft<Table extends FieldTable> = { readonly [Name in keyof Table]?: ValueOf<Table[Name]> }

/** A rule across fields; it names the field whose line the problem gets. */
export type Check<Table extends FieldTable> = (
  values: Draft<Table>,
  complain: (field: keyof Table & string, text: string) => void,
) => void

/** A map with these fields and no others. Every problem is reported; undefined where there was one. */
export function group<Table extends FieldTable>(table: Table, check: Check<Table> = () => {}): Rule<Values<Table>> {
  return {
    expects: `a map with ${Object.keys(table).join(', ')}`,
    read: (node, place) => {
      if (node.kind === 'map') return readGroup(node, table, check, place)
      if (node.kind !== 'refused') mismatch(node, 'a map', place)
      return undefined
    },
  }
}

function readGroup<Table extends FieldTable>(
  node: MapNode,
  table: Table,
  check: Check<Table>,
  { path, report }: Place,
): Values<Table> | undefined {
  let isFlawless = true
  const tell: Report = (line, text) => {
    isFlawless = false
    report(line, text)
  }
  reportUnknown(node, table, path, tell)
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(table)) {
    const value = readField(node, name, field, { path: join(path, name), report: tell })
    if (value !== undefined) values[name] = value
    else if (field.needed) isFlawless = false
  }
  check(values as Draft<Table>, (name, text) => tell(node.entries.get(name)?.line ?? node.line, text))
  return isFlawless ? (values as Values<Table>) : undefined
}

function reportUnknown(node: MapNode, table: FieldTable, path: string, report: Report): void {
  for (const [name, { line }] of node.entries) {
    if (Object.hasOwn(table, name)) continue
    const meant = nearest(name.slice(0, 100), Object.keys(table))
    const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
    report(line, `unknown field "${join(path, name.slice(0, 100))}"${hint}`)
  }
}

/** What is optional and was left blank is as good as not written: templates list every field. */
function readField(node: MapNode, name: string, { rule, needed, blank }: Field<unknown>, place: Place): unknown {
  const entry = node.entries.get(name)
  if (entry === undefined) {
    if (needed) place.report(node.line, `"${place.path}" is missing`)
    return undefined
  }
  if (!isBlank(entry.value)) return rule.read(entry.value, place)
  if (needed && blank === undefined) place.report(entry.line, `"${place.path}" is empty; it must be ${rule.expects}`)
  return blank
}

export function mismatch(node: Tree, expects: string, { path, report }: Place): void {
  report(node.line, `"${path}" must be ${expects}, found ${describeNode(node)}`)
}

export function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** For the protocol page: one row for each field. */
export function fieldRows(
  table: FieldTable,
): readonly { name: string; needed: boolean; expects: string; about: string }[] {
  return Object.entries(table).map(([name, { needed, rule, about }]) => ({
    name,
    needed,
    expects: rule.expects,
    about,
  }))
}
