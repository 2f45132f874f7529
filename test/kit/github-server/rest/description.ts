import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'

// GitHub's own description of its REST interface, cut to what we call (scripts/github-description.mjs).

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly nullable?: boolean
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly schema: Schema
}

export interface Operation {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly body?: Schema
  /** By status. Null: an answer without JSON. */
  readonly responses: Readonly<Record<string, Schema | null>>
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

export const description: Description = JSON.parse(
  readFileSync(new URL('../data/rest.json', import.meta.url), 'utf8'),
  corrected,
)

/** Where the description says other things than GitHub does. */
function corrected(key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (key === 'pull-request-review-comment' && 'properties' in value) return withNullLine(value)
  if (!('nullable' in value)) return value
  // It allows null, and lists what is allowed without it.
  if ('enum' in value && Array.isArray(value.enum)) return { ...value, enum: [...value.enum, null] }
  const { nullable: _, ...rest } = value
  if ('oneOf' in rest && Array.isArray(rest.oneOf)) return { ...rest, oneOf: [...rest.oneOf, { type: 'null' }] }
  if ('anyOf' in rest && Array.isArray(rest.anyOf)) return { ...rest, anyOf: [...rest.anyOf, { type: 'null' }] }
  return value
}

/** Comments that are outdated have no line; those outside of the change never had one. */
function withNullLine(schema: object & { readonly properties: unknown }): unknown {
  const line = { type: 'integer', nullable: true }
  return { ...schema, properties: { ...(schema.properties as object), line, original_line: line } }
}

const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false })
formats.default(ajv)
for (const format of ['int64', 'repo.nwo', 'timestamp']) ajv.addFormat(format, true)
ajv.addSchema({ $id: 'github', components: description.components })

const validators = new Map<string, ValidateFunction>()

/** What is wrong with a value, by the description. The key names the schema: one is compiled once. */
export function problemsOf(key: string, schema: Schema, value: unknown): readonly string[] {
  const validate = validators.get(key) ?? ajv.compile(absolute(schema))
  validators.set(key, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${key}${instancePath}: ${message}`)
}

export function dereference(schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : (description.components.schemas[name] ?? schema)
}

export function parameterOf(parameter: Parameter): Parameter {
  const name = parameter.$ref?.replace('#/components/parameters/', '')
  return name === undefined ? parameter : (description.components.parameters[name] ?? parameter)
}

function absolute(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"github#/components/'))
}
