import { likeness, type WordVector } from './word-vectors.ts'

/** From here on two are one problem. Measured on recorded reviews: below, different remarks about the same lines fall together. */
export const enoughEvidence = 0.27

/** How much speaks for it that two texts mean one problem, from 0 to 1. Being near each other is nothing. */
export function evidenceOf(first: WordVector, second: WordVector): number {
  return evidenceIn(likeness(first, second), first, second)
}

/** The same where it is known how alike they are. Of few words many are shared by chance. */
export function evidenceIn(alike: number, first: WordVector, second: WordVector): number {
  if (alike === 0) return 0
  const byChance = 1 + (fewWords / Math.min(first.words.length, second.words.length)) ** 3
  // Who says the same sentence and two more says the same, however much more that is.
  const longer = Math.max(first.weight / second.weight, second.weight / first.weight)
  const contained = (alike * Math.sqrt(longer)) / Math.min(wholeSentence, mostOfIt * byChance)
  return Math.min(1, Math.max(alike / byChance, contained * enoughEvidence))
}

const fewWords = 5
const wholeSentence = 0.8
const mostOfIt = 0.45

/** How much the likeness of two things that one reviewer says counts: who names two means two, unless they are nearly the same. */
export const sameVoice = 0.29
