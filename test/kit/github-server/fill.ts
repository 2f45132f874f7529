import { dereference, type Schema } from './description.ts'

/** The least that the description accepts: every required property, each as plain as it may be. */
export function fill(given: Schema): unknown {
  const schema = dereference(given)
  if (schema.nullable === true) return null
  if (schema.enum !== undefined) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.allOf ?? []
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
    default:
      return texts[schema.format ?? ''] ?? ''
  }
}

const texts: Readonly<Record<string, string>> = {
  uri: 'https://github.invalid/',
  'date-time': '2026-01-01T00:00:00Z',
}
