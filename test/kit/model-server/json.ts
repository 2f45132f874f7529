export type JsonObject = Readonly<Record<string, unknown>>

/** The value as an object; anything else is an empty one. Request bodies are read leniently: the log shows what came. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The objects of a list; anything else is an empty list. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function parseObject(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The text of a message's content: a string, or a list of parts with a `text`. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return objectsOf(content)
    .map((part) => stringOf(part.text))
    .filter((text) => text !== '')
    .join('\n')
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
