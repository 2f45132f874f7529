/** The words that carry meaning: lower case, without stop words and single characters. A set, not a bag. */
export function wordSet(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const word of text.toLowerCase().match(/[a-z0-9_]+/g) ?? []) {
    if (word.length > 1 && !stopWords.has(word)) words.add(word)
  }
  return words
}

/** Shared words over all words; 0 when either has none. */
export function jaccard(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  const [small, large] = first.size < second.size ? [first, second] : [second, first]
  let shared = 0
  for (const word of small) if (large.has(word)) shared += 1
  return small.size === 0 ? 0 : shared / (first.size + second.size - shared)
}

const stopWords = new Set(
  `a about above after again also an and any are as at be because been before being below between but by can could did
   do does done down during e each else etc even few for from g had has have having he her here his how however i if in
   instead into is it its just may me might more most must my no nor not of off on only onto or other our out over own
   per rather same shall she should so some still such than that the their them then there therefore these they this
   those thus to under up us use used uses using very via vs was we were what when where which while who whom why will
   with without would you your`.split(/\s+/),
)
