import type { Json } from '../../types.ts'

/** Whether OpenAI can hold a model to it to the letter: every object is closed and names all its keys as required. */
export function isStrictSchema(schema: Json): boolean {
  if (typeof schema !== 'object' || schema === null) return true
  const members: readonly Json[] = Object.values(schema)
  if (!members.every(isStrictSchema)) return false
  if (!('properties' in schema)) return true
  const { properties, required, additionalProperties } = schema
  if (typeof properties !== 'object' || properties === null) return true
  const names: readonly Json[] = Array.isArray(required) ? required : []
  return additionalProperties === false && Object.keys(properties).every((name) => names.includes(name))
}
