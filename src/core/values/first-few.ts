/** The first of many, and how many more there are: for a list that a person or a model reads. */
export function firstFew(items: readonly string[], count: number): readonly string[] {
  const more = items.length - count
  return more > 0 ? [...items.slice(0, count), `and ${more} more`] : items
}
