import { stemsOf, tokensOf, wordForWord } from '../values/words.ts'

/** What a text speaks about, as a direction: the stems of its words as numbers, ascending, and how much each counts. */
export interface WordVector {
  readonly words: readonly number[]
  /** Their squares add up to 1. */
  readonly values: readonly number[]
  /** How much all of its words tell together. */
  readonly weight: number
}

/**
 * One vector for each text. A word that many of these texts use tells little about one of them. Numbers follow the
 * alphabet, so that the order of the texts changes nothing, not even in the last digit.
 */
export function wordVectors(texts: readonly string[]): readonly WordVector[] {
  const { stems, occurrences } = readStems(texts)
  const places = alphabeticalPlaces(stems)
  const weights = new Float64Array(stems.length)
  for (const numbers of occurrences) for (const number of numbers) weights[places[number]!]! += 1
  const said = occurrences.filter((numbers) => numbers.length > 0).length
  for (const [number, stem] of stems.entries()) {
    const word = places[number]!
    weights[word] = rarity(weights[word]! + (inEveryReview.has(stem) ? background : 0), said)
  }
  return occurrences.map((numbers) => {
    const words = numbers.map((number) => places[number]!).sort((one, other) => one - other)
    const weight = words.reduce((sum, word) => sum + weights[word]!, 0)
    return { words, values: words.map((word) => Math.sqrt(weights[word]! / weight)), weight }
  })
}

/** From 0 (nothing in common) to 1: the weight of the shared words over the mean weight of both. */
export function likeness(first: WordVector, second: WordVector): number {
  const [one, other] = [first.words, second.words]
  let sum = 0
  for (let left = 0, right = 0; left < one.length && right < other.length; ) {
    const difference = one[left]! - other[right]!
    if (difference === 0) sum += first.values[left]! * second.values[right]!
    if (difference <= 0) left += 1
    if (difference >= 0) right += 1
  }
  return sum
}

/** A place for the value of each word, to compare one text with many. */
export function blankMarks(vectors: readonly WordVector[]): Float64Array {
  return new Float64Array(1 + vectors.reduce((highest, { words }) => Math.max(highest, words.at(-1) ?? 0), 0))
}

/** So many texts about something else are imagined beside the given: of two texts alone, no word would be common. */
const background = 5

/** What reviewers say about every code and every change: the imagined texts say it, too. */
const inEveryReview = new Set(
  `bug issue problem error mistake fault defect risk concern warning
   wrong incorrect incorrectly invalid bad broken missing unexpected potential possible likely minor major critical
   break cause lead happen occur result need want expect mean make ensure avoid prevent consider please
   fix change add remove replace update improve suggest suggestion recommend correct proper properly
   code line block statement function method call caller value variable return case way thing place part
   every all always whenever once now new current currently here both
   true false actually really simply whole`
    .split(/\s+/)
    .flatMap(stemsOf),
)

/** As search engines weigh a word (BM25). */
function rarity(uses: number, texts: number): number {
  return Math.log(1 + (texts + background - uses + 0.5) / (uses + 0.5))
}

/** The stems in the order of their first use, and for each text the numbers of its own, each once. */
function readStems(texts: readonly string[]): {
  readonly stems: readonly string[]
  readonly occurrences: readonly (readonly number[])[]
} {
  const numbers = new Map<string, number>()
  const known = new Map<string, readonly number[]>()
  const lastText: number[] = []
  const occurrences = texts.map((text, index) => {
    const own: number[] = []
    for (const token of tokensOf(text)) {
      for (const number of numbersOf(token)) {
        if (lastText[number] === index) continue
        lastText[number] = index
        own.push(number)
      }
    }
    const said = wordForWord(text)
    // A text of stop words alone is like no other but itself.
    return own.length === 0 && said !== '' ? [numberOf(said)] : own
  })
  return { stems: [...numbers.keys()], occurrences }

  function numbersOf(token: string): readonly number[] {
    const remembered = known.get(token)
    if (remembered !== undefined) return remembered
    const found = stemsOf(token).map(numberOf)
    known.set(token, found)
    return found
  }

  function numberOf(stem: string): number {
    const number = numbers.get(stem) ?? numbers.size
    numbers.set(stem, number)
    return number
  }
}

function alphabeticalPlaces(stems: readonly string[]): Uint32Array {
  const order = stems.map((_, number) => number).sort((one, other) => (stems[one]! < stems[other]! ? -1 : 1))
  const places = new Uint32Array(stems.length)
  for (const [place, number] of order.entries()) places[number] = place
  return places
}
