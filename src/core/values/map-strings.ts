/** The same value with every string in it changed. The names of fields stay, and so does what is no plain data. */
export function mapStrings<T>(value: T, change: (text: string) => string): T {
  return mapped(value, change) as T
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((member) => mapped(member, change))
  if (value instanceof Map) return new Map([...value].map(([key, member]) => [key, mapped(member, change)]))
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapped(member, change)]))
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
