import * as v from 'valibot'
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { nearest } from '../core/values/nearest.ts'
import { isTooDeep } from '../core/values/yaml-depth.ts'
import type { Problem } from './source.ts'

export type Checked<T> =
  | {
      readonly value: T
      /** Of the key, or of the group around a key that is not written. */
      readonly lineOf: (path: readonly string[]) => number | null
      readonly isWritten: (path: readonly string[]) => boolean
    }
  | { readonly problems: readonly Problem[] }

const mostDepth = 100

/** YAML text → a value the schema accepts, or every problem with its line. */
export function readYaml<const S extends v.GenericSchema>(text: string, schema: S): Checked<v.InferOutput<S>> {
  if (isTooDeep(text, mostDepth))
    return { problems: [{ line: 1, message: `it is nested deeper than ${mostDepth} levels` }] }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true })
  const lineOf = (path: readonly unknown[]): number | null => {
    const offset = offsetOf(document, path)
    return offset === undefined ? null : lines.linePos(offset).line
  }
  // After the first error of the syntax the rest is a consequence of it.
  const [broken] = document.errors
  if (broken !== undefined) {
    return { problems: [{ line: broken.linePos?.[0].line ?? null, message: firstLine(broken.message) }] }
  }
  const written: unknown = toValue(document) ?? {}
  if (Array.isArray(written)) return { problems: [{ line: 1, message: 'expected keys and values, found a list' }] }
  const result = v.safeParse(schema, written)
  if (result.success) return { value: result.output, lineOf, isWritten: (path) => document.hasIn(path) }
  return { problems: result.issues.map((issue) => describeIssue(issue, schema, lineOf)) }
}

/** Aliases are refused: they have no use in a configuration and are the way to blow one up. */
function toValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 })
  } catch {
    return 'an alias (*name) is not allowed here'
  }
}

function describeIssue(
  issue: v.BaseIssue<unknown>,
  schema: v.GenericSchema,
  lineOf: (path: readonly unknown[]) => number | null,
): Problem {
  const path = (issue.path ?? []).map((item) => item.key)
  const key = path.map(String).join('.')
  const line = lineOf(path)
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const meant = nearest(String(path.at(-1)), keysAt(schema, path.slice(0, -1)))
    return { line, message: `unknown key "${key}"${meant ? `; did you mean "${meant}"?` : ''}` }
  }
  if (issue.received === 'undefined') return { line, message: `"${key}" is missing` }
  if (key === '') return { line, message: `expected keys and values, found ${issue.received}` }
  return { line, message: `"${key}" ${needs(issue)}` }
}

function needs(issue: v.BaseIssue<unknown>): string {
  if (/^must /.test(issue.message)) return issue.message
  return `must be ${issue.expected ?? 'something else'}, found ${issue.received}`
}

/** The keys a schema allows at a path, through optional and piped layers. */
function keysAt(schema: unknown, path: readonly unknown[]): string[] {
  const object = unwrap(schema)
  const [first, ...rest] = path
  if (first === undefined) return Object.keys(object.entries ?? {})
  return keysAt(typeof first === 'number' ? object.item : object.entries?.[String(first)], rest)
}

interface SchemaLayer {
  readonly wrapped?: unknown
  readonly pipe?: readonly unknown[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly item?: unknown
}

function unwrap(schema: unknown): SchemaLayer {
  const layer = (schema ?? {}) as SchemaLayer
  if (layer.wrapped !== undefined) return unwrap(layer.wrapped)
  if (layer.pipe !== undefined && layer.pipe[0] !== schema && layer.entries === undefined) return unwrap(layer.pipe[0])
  return layer
}

function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly unknown[]): number | undefined {
  let node: unknown = document.contents
  let offset: number | undefined
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key)
      if (pair === undefined) break
      offset = isScalar(pair.key) ? pair.key.range?.[0] : offset
      node = pair.value
    } else {
      node = document.getIn(path.slice(0, path.indexOf(key) + 1), true)
      offset = (node as { range?: [number] } | undefined)?.range?.[0] ?? offset
    }
  }
  return offset
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? text).replace(/ at line \d+, column \d+:?$/, '')
}
