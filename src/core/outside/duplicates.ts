import { averageLink, type Link } from '../findings/cluster.ts'
import { enoughEvidence, evidenceOf, sameVoice } from '../findings/same-problem.ts'
import { likeness } from '../findings/word-vectors.ts'
import { positionsBy } from '../values/positions-by.ts'
import { rangeDistance } from '../values/ranges.ts'
import { reverses } from './reverses.ts'
import { type SpokenItem, spokenItems } from './spoken.ts'
import type { PostedItem } from './types.ts'

/**
 * Which items are one problem: their positions in the input, each in exactly one group, in the order of the input.
 * What a reviewer itself calls by one name is one; for the rest place and words decide. Two things that one reviewer
 * says are two, unless one of them is its prompt for agents about the other, or neither has a line and the words are the same.
 */
export function duplicates(items: readonly PostedItem[]): readonly (readonly number[])[] {
  const named = positionsBy(items, nameOf)
  const spoken = spokenItems(named.map((positions) => items[positions[0]!]!))
  const pick = (members: readonly number[]) => members.map((member) => spoken[member]!)
  const groups = averageLink(spoken.length, linksOf(spoken), {
    threshold: () => enoughEvidence,
    compatible: (first, second) => pick(first).every((one) => pick(second).every((other) => mayBeOne(one, other))),
    similarity: (left, right) => evidenceBetween(spoken[left]!, spoken[right]!),
  })
  return groups
    .map((members) => members.flatMap((member) => named[member]!).sort((one, other) => one - other))
    .sort((one, other) => one[0]! - other[0]!)
}

/** Of one reviewer: the same native id, or the same words about the same file. */
function nameOf({ nativeId, reviewer, file, line, originalLine, body }: PostedItem): string {
  return nativeId ?? [reviewer, file, line ?? originalLine, body].join('\0')
}

function linksOf(spoken: readonly SpokenItem[]): readonly Link[] {
  return spoken.flatMap((first, left) =>
    spoken.slice(left + 1).flatMap((second, offset) => {
      if (!mayBeOne(first, second)) return []
      return [{ left, right: left + 1 + offset, similarity: evidenceBetween(first, second) }]
    }),
  )
}

/** Who wants the same to stand in the same lines means the same; else words decide, and names in code where the languages differ. */
function evidenceBetween(first: SpokenItem, second: SpokenItem): number {
  if (isSaidAgain(first, second)) return sameVoice * likeness(first.prose, second.prose)
  if (first.suggestion !== '' && first.suggestion === second.suggestion && isSamePlace(first, second, 1)) return 1
  return Math.max(
    evidenceOf(first.prose, second.prose),
    evidenceOf(first.prompt, second.prose),
    evidenceOf(first.prose, second.prompt),
    first.isLatin === second.isLatin ? 0 : evidenceOf(first.code, second.code),
  )
}

/** Different reviewers about one place, as far as it is known, unless they want the opposite; or one, inline and in its prompt for agents. */
function mayBeOne(first: SpokenItem, second: SpokenItem): boolean {
  if (first.reviewer === second.reviewer && !isSaidAgain(first, second))
    return first.inPrompt !== second.inPrompt && isSamePlace(first, second, 0)
  if (first.file !== second.file && first.file !== null && second.file !== null) return false
  if (first.range !== null && second.range !== null && rangeDistance(first.range, second.range) > nearLines)
    return false
  if (isSaidOfAnother(first, second)) return false
  return !reverses(first.posted, second.posted) && !reverses(second.posted, first.posted)
}

/** Where a reviewer names no line, only the words tell whether it is the same again. */
function isSaidAgain(first: SpokenItem, second: SpokenItem): boolean {
  return first.reviewer === second.reviewer && first.range === null && second.range === null
}

/** "Unused import a" and "Unused import b": the same sentence about two things. */
function isSaidOfAnother({ title }: SpokenItem, { title: other }: SpokenItem): boolean {
  const differing = title.filter((word, index) => word !== other[index]).length
  return title.length === other.length && title.length >= 3 && differing === 1
}

function isSamePlace(first: SpokenItem, second: SpokenItem, lines: number): boolean {
  if (first.file === null || first.file !== second.file || first.range === null || second.range === null) return false
  return rangeDistance(first.range, second.range) <= lines
}

const nearLines = 20
