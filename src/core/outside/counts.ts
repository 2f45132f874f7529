/** How many problems a text says it found: 0 for "no", infinity for "some", undefined when it does not say. */
export function countIn(prose: string): number | undefined {
  for (const pattern of patterns) {
    const word = pattern.exec(prose)?.[1]
    if (word === undefined) continue
    const count = numbers[word.toLowerCase()] ?? Number(word)
    return count === 0 && hasReservation(prose) ? undefined : count
  }
  return undefined
}

/** "No issues were found in the parser. However, …", "LGTM, but …": that is not all. */
export function hasReservation(prose: string): boolean {
  return reserved.test(prose)
}

/** What follows praise takes it back. */
export function turns(rest: string): boolean {
  return turned.test(rest)
}

const turn = String.raw`[^.!\n]{0,80}(?:[.!]\s+|[,;]? )(?:however|but|although|though|except)\b`
const turned = new RegExp(`^${turn}`, 'i')
const reserved = new RegExp(
  String.raw`(?:\b(?:no|any) (?:[\w-]+ ){0,2}(?:issues|problems|bugs|comments|suggestions|feedback)|\bLGTM|\blooks? (?:good|great|fine))\b${turn}`,
  'i',
)

const numbers: Readonly<Record<string, number>> = {
  no: 0,
  none: 0,
  zero: 0,
  one: 1,
  a: 1,
  an: 1,
  two: 2,
  three: 3,
  several: Number.POSITIVE_INFINITY,
  some: Number.POSITIVE_INFINITY,
  'a few': Number.POSITIVE_INFINITY,
}

const amount = String.raw`(\d+|no|none|zero|one|two|three|several|some|a few|an?)`
const thing = String.raw`(?:[\w-]+ ){0,2}?(?:issues?|comments?|suggestions?|problems?|bugs?|findings?|violations?)(?:\(s\))?\b`

const patterns = [
  String.raw`\bactionable comments posted:\s*${amount}\b`,
  // Who counts none may still have something against it.
  // Without words for none: what is not understood is not clean.
  String.raw`([1-9]\d*)\s*(?:件の(?:新しい)?コメント|条(?:新)?(?:评论|意见|建议)|개의?\s*(?:댓글|코멘트))`,
  String.raw`\bfindings:\s*([1-9]\d*|one|two|three|several|some)\b`,
  String.raw`\bgenerated ${amount} ${thing}`,
  String.raw`\bfound ${amount} ${thing}`,
  String.raw`\breviewed, ${amount} ${thing}`,
  String.raw`\breview completed?(?: with|[.:])? ${amount} ${thing}`,
  String.raw`\b${amount} ${thing} (?:were |was )?(?:found|identified|detected)\b`,
  String.raw`\b(?:left|posted|added|made) ${amount} ${thing}`,
].map((source) => new RegExp(source, 'i'))
