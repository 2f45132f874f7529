import { classifyByStructure } from './by-structure.ts'
import { classifyByWords } from './by-words.ts'
import { isInside } from './read/places.ts'
import type { OutsideReviewer } from './reviewer.ts'
import { knownReviewers } from './reviewers/index.ts'
import type { AgentReading, Classification, OutsideComment, OutsideItem } from './types.ts'

/**
 * What one text means, and why. A reviewer that nobody described is read by the structure of its texts alone; of the others their own
 * words count first, and structure adds what those miss: grave problems, and sections that are all empty.
 */
export function classify(
  given: OutsideComment,
  reviewers: readonly OutsideReviewer[] = knownReviewers,
  readings: ReadonlyMap<string, AgentReading> = new Map(),
): Classification {
  const structured = classifyByStructure(given, reviewers, readings)
  const { reviewer } = structured
  if (reviewer === null || reviewer.startsWith('@')) return inRepository(structured)
  return inRepository(joined(classifyByWords(given, reviewers, readings), structured))
}

function joined(worded: Classification, structured: Classification): Classification {
  const { class: kind } = worded
  const grave = structured.items.filter(isGrave)
  const isEmpty = structured.class === 'clean' && /all zero|are empty/.test(structured.why.rule)
  const isUnclear = kind === 'notice' || (kind === 'findings' && worded.items.length === 0)
  if (structured.class === 'findings' && grave.length > 0 && (kind === 'clean' || kind === 'notice')) return structured
  if (isEmpty && isUnclear) return structured
  if (kind !== 'findings' || worded.items.length === 0) return worded
  const missed = grave.filter((item) => item.file === null && !worded.items.some((other) => isSame(item, other)))
  const items = [...worded.items, ...missed]
  return { ...worded, items, findsElsewhere: worded.findsElsewhere && missed.length === 0 }
}

function isGrave({ severity, remark, inPrompt }: OutsideItem): boolean {
  return !remark && !inPrompt && (severity === 'critical' || severity === 'high')
}

function isSame(one: OutsideItem, other: OutsideItem): boolean {
  const words = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
  const title = words(one.title).trim().slice(0, 60)
  return title === '' || words(`${other.title} ${other.body}`).includes(title)
}

/** What is outside the repository is no place in it. */
function inRepository(said: Classification): Classification {
  const items = said.items.map((item) =>
    item.file === null || isInside(item.file) ? item : { ...item, file: null, line: null, startLine: null },
  )
  return { ...said, items }
}
