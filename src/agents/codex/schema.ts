import type { Json } from '../../types.ts'
import { asObject } from '../cli/json.ts'

/** The service takes a schema only when every property is required and no other is allowed. */
export function strictSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(strictSchema)
  const object = asObject(schema)
  if (object === undefined) return schema
  const entries = Object.entries(object)
    .filter(([key]) => key !== '$schema')
    .map(([key, value]) => [
      key,
      key === 'properties' ? eachStrict(value) : key === 'enum' ? value : strictSchema(value),
    ])
  const strict: Record<string, Json> = Object.fromEntries(entries)
  const properties = asObject(object.properties)
  if (properties === undefined) return strict
  return { ...strict, required: Object.keys(properties), additionalProperties: false }
}

/** The keys are names of properties here, whatever they are called. */
function eachStrict(properties: Json): Json {
  const object = asObject(properties)
  if (object === undefined) return properties
  return Object.fromEntries(Object.entries(object).map(([name, schema]) => [name, strictSchema(schema)]))
}
