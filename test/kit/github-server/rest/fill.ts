import { dereference, description, type Schema } from './description.ts'

export type Filled = Readonly<Record<string, unknown>>

const known = new Map<string, Filled>()

/** An object of a described kind: what is given, and the least that the description wants besides. */
export function filled(name: string, values: Filled): Filled {
  const least = known.get(name) ?? Object.fromEntries(Object.entries(Object(fill(schemaOf(name)))))
  known.set(name, least)
  return { ...least, ...values }
}

function schemaOf(name: string): Schema {
  const { nullable: _, ...schema } = description.components.schemas[name] ?? {}
  return schema
}

/** Every required property, each as plain as it may be. */
function fill(given: Schema): unknown {
  const schema = dereference(given)
  if (schema.nullable === true) return null
  if (schema.enum !== undefined) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.allOf ?? schema.oneOf ?? []
  if (first !== undefined) return fill(first)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((key) => [key, fill(schema.properties?.[key] ?? {})]))
    case 'array':
      return []
    case 'integer':
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return texts[schema.format ?? ''] ?? ''
  }
}

const texts: Readonly<Record<string, string>> = {
  uri: 'https://github.invalid/',
  'date-time': '2026-01-01T00:00:00Z',
  email: 'nobody@example.invalid',
}
