import type { OutsideReviewer } from '../reviewer.ts'
import type { OutsideItem } from '../types.ts'
import { foldedItems, looseRemarks, suppressedItems } from './folded.ts'
import { freeTextItems } from './free-text.ts'
import { badgeItems, focusItems, headedItems, numberedItems, rowItems } from './linked.ts'
import { commentItems, locationItems, promptItems, violationItems } from './prompts.ts'
import { rangeItems } from './range-sections.ts'
import { isLeftAsItIs, isStruck } from './settled.ts'

type Extractor = (text: string, reviewer?: OutsideReviewer) => readonly OutsideItem[]

/**
 * The problems that a text on the whole pull request states. Each layout tells itself apart; the surest comes first,
 * and the first that finds something speaks: what follows would say the same again in other words. What is struck
 * through or says itself that nothing is wrong is none. `text` is without marks of quotation.
 */
export function extractItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  return statedIn(text, reviewer).filter((item) => !isLeftAsItIs(item) && !isStruck(item.body))
}

function statedIn(text: string, reviewer: OutsideReviewer | undefined): readonly OutsideItem[] {
  const extractors = reviewer?.freeText === true ? [...layouts, freeTextItems] : layouts
  for (const extract of extractors) {
    const items = extract(text, reviewer)
    if (items.length > 0) return items
  }
  return [...suppressedItems(text, reviewer), ...looseRemarks(text, reviewer)]
}

const layouts: readonly Extractor[] = [
  violationItems,
  rangeItems,
  locationItems,
  promptItems,
  commentItems,
  foldedItems,
  badgeItems,
  rowItems,
  focusItems,
  numberedItems,
  headedItems,
]
