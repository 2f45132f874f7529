import { likeness, type WordVector } from '../findings/word-vectors.ts'
import { rangeDistance } from '../values/ranges.ts'
import type { SpokenItem } from './spoken.ts'

/**
 * How much speaks for it that two are one problem, from 0 to 1. A duplicate that is missed costs a line, two problems taken
 * for one cost a finding: being near each other, or a word that everybody uses, is nothing.
 */
export function evidenceOf(first: SpokenItem, second: SpokenItem): number {
  const place = placeOf(first, second)
  if (place === 'one' && first.suggestion !== '' && first.suggestion === second.suggestion) return 1
  const ratio = Math.max(
    ratioOf(first.prose, second.prose, place),
    ratioOf(first.prompt, second.prose, place),
    ratioOf(first.prose, second.prompt, place),
    place !== 'apart' && first.isLatin !== second.isLatin ? ratioOfCode(first.code, second.code) : 0,
  )
  return Math.min(1, ratio * enoughEvidence)
}

/** From here on they are one. */
export const enoughEvidence = 0.5

type Place = 'one' | 'unknown' | 'apart'

/** Who means the same line may count the one before or after it. */
function placeOf({ range: first }: SpokenItem, { range: second }: SpokenItem): Place {
  if (first === null || second === null) return 'unknown'
  return rangeDistance(first, second) <= 1 ? 'one' : 'apart'
}

/** What is like over what has to be. */
function ratioOf(first: WordVector, second: WordVector, place: Place): number {
  const words = Math.min(first.words.length, second.words.length)
  return words === 0 ? 0 : likeness(first, second) / (least + byChance / Math.sqrt(words) + moreAt[place])
}

/**
 * Measured on recorded reviews of many tools on the same changes, where two say different things about the same lines: of few
 * words many are shared by chance.
 */
const least = 0.08
const byChance = 0.9
const moreAt: Readonly<Record<Place, number>> = { one: 0, unknown: 0.03, apart: 0.08 }

/** Where the words cannot be compared. In one language the same names about one line are as often two problems. */
function ratioOfCode(first: WordVector, second: WordVector): number {
  return Math.min(first.words.length, second.words.length) < 2 ? 0 : likeness(first, second) / likeCode
}

const likeCode = 0.6
