/** The positions of those with the same key, in the order of the first of each. */
export function positionsBy<T>(list: readonly T[], keyOf: (item: T) => unknown): readonly (readonly number[])[] {
  const groups = new Map<unknown, number[]>()
  for (const [position, item] of list.entries()) {
    const known = groups.get(keyOf(item))
    if (known === undefined) groups.set(keyOf(item), [position])
    else known.push(position)
  }
  return [...groups.values()]
}
