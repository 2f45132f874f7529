/** The same without the keys that have no value: for what may be left out but not be undefined. */
export function given<T extends object>(values: T): Given<T> {
  const kept: Given<T> = {}
  for (const key in values) {
    const value = values[key]
    if (isGiven(value)) kept[key] = value
  }
  return kept
}

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

function isGiven<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined
}
