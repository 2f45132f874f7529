import type { Json } from '../../types.ts'

// What programs print is text until it was looked at: these read one line, or one key, and never throw. A key that is
// missing or of another kind is undefined (or empty), so that a new version with other fields is tolerated.

export type JsonObject = { readonly [key: string]: Json }

/** The object on one line of output; undefined for anything else: prose, a cut line, a list. */
export function parseJsonLine(line: string): JsonObject | undefined {
  const text = line.trim()
  return text.startsWith('{') && text.endsWith('}') ? parseJsonObject(text) : undefined
}

/** The object that the whole text is; undefined when it is anything else. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return undefined
  }
}

export function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !isList(value) ? value : undefined
}

export function objectAt(object: JsonObject | undefined, key: string): JsonObject | undefined {
  return asObject(object?.[key])
}

export function listAt(object: JsonObject | undefined, key: string): readonly Json[] {
  const value = object?.[key]
  return isList(value) ? value : []
}

/** The objects among the members of a list. */
export function objectsAt(object: JsonObject | undefined, key: string): readonly JsonObject[] {
  return listAt(object, key)
    .map(asObject)
    .filter((member) => member !== undefined)
}

export function textAt(object: JsonObject | undefined, key: string): string | undefined {
  const value = object?.[key]
  return typeof value === 'string' ? value : undefined
}

export function numberAt(object: JsonObject | undefined, key: string): number | undefined {
  const value = object?.[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A count of tokens or calls: never negative, 0 when it is not there. */
export function countAt(object: JsonObject | undefined, key: string): number {
  return Math.max(0, Math.trunc(numberAt(object, key) ?? 0))
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}
