// Looking into JSON of unknown shape. Each function answers undefined instead of a value of another kind.

export type UnknownRecord = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const nothing: UnknownRecord = Object.freeze(Object.create(null))

export function recordOf(value: unknown): UnknownRecord {
  return isRecord(value) ? value : nothing
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A string that says something. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** Also from digits in a string: JSON made from protocol buffers may write numbers so. */
export function integerOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

/** Line and column numbers count from 1; anything else is no position. */
export function positionOf(value: unknown): number | undefined {
  const number = integerOf(value)
  return number !== undefined && number >= 1 ? number : undefined
}

/** The value of a key that is really there, not one every object inherits. */
export function ownValue(record: UnknownRecord, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
