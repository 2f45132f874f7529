import { classifyByStructure } from './by-structure.ts'
import { isInside } from './read/places.ts'
import type { OutsideReviewer } from './reviewer.ts'
import { knownReviewers } from './reviewers/index.ts'
import type { AgentReading, Classification, OutsideComment } from './types.ts'

/**
 * What one text means, and why. A reviewer that nobody described is read by the structure of its texts alone; of the others their own
 * words count first, and structure adds what those miss: grave problems, and sections that are all empty.
 */
export function classify(
  given: OutsideComment,
  reviewers: readonly OutsideReviewer[] = knownReviewers,
  readings: ReadonlyMap<string, AgentReading> = new Map(),
): Classification {
  return inRepository(classifyByStructure(given, reviewers, readings))
}

/** What is outside the repository is no place in it. */
function inRepository(said: Classification): Classification {
  const items = said.items.map((item) =>
    item.file === null || isInside(item.file) ? item : { ...item, file: null, line: null, startLine: null },
  )
  return { ...said, items }
}
