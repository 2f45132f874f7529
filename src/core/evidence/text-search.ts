// The engine's own search compares a long quote again at every place where it begins alike. Here its beginning is looked for, and the
// whole is compared at so many places only.

const beginning = 256
const mostPlaces = 1000

export function indexIn(text: string, quote: string, from: number = 0): number {
  return nextPlace(text, quote, from, (probe, at) => text.indexOf(probe, at), 1)
}

/** The last place at or before `from`. */
export function lastIndexIn(text: string, quote: string, from: number): number {
  return nextPlace(text, quote, from, (probe, at) => (at < 0 ? -1 : text.lastIndexOf(probe, at)), -1)
}

export function* placesOf(text: string, quote: string): Generator<number> {
  for (let at = indexIn(text, quote); at !== -1; at = indexIn(text, quote, at + 1)) yield at
}

function nextPlace(
  text: string,
  quote: string,
  from: number,
  find: (probe: string, from: number) => number,
  step: 1 | -1,
): number {
  if (quote.length <= beginning) return find(quote, from)
  const probe = quote.slice(0, beginning)
  let at = find(probe, from)
  for (let tried = 0; at !== -1 && tried < mostPlaces; tried += 1) {
    if (text.slice(at, at + quote.length) === quote) return at
    at = find(probe, at + step)
  }
  return -1
}
