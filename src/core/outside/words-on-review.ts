import { countIn } from './counts.ts'
import type { Reading } from './reading.ts'
import type { OutsideReviewer } from './reviewer.ts'
import type { OutsideItem } from './types.ts'

/**
 * What a reviewer says about its review, and not about the change: that it failed, or will not come. In a report there is
 * nothing of that; elsewhere it stands at the beginning, outside a description of the change and before all that was
 * found. Free text may be an error that looks like an item.
 */
export function wordsOnReview(reading: Reading, reviewer: OutsideReviewer, items: readonly OutsideItem[]): string {
  if (isReport(reading, reviewer, items)) return ''
  const words = withoutDescription(reading.opening)
  return isOneThing(reading, reviewer) ? words : beforeItems(words, items)
}

/** An inline comment or free text, which is not divided into what was found and what is said about it. */
function isOneThing({ surface }: Reading, { freeText }: OutsideReviewer): boolean {
  return freeText === true || surface === 'inline'
}

/** It grades, counts or lists problems, or its author wrote the most of it: its words about errors and limits are about the change. */
function isReport(reading: Reading, reviewer: OutsideReviewer, items: readonly OutsideItem[]): boolean {
  if (reading.surface === 'pr_body') return reviewer.description === undefined
  if (!isOneThing(reading, reviewer)) return false
  const found = items.filter(({ remark }) => !remark)
  if (found.some(({ severity }) => severity !== null)) return true
  return found.filter(({ file }) => file !== null).length >= ((countIn(reading.prose) ?? 0) > 0 ? 1 : 2)
}

function beforeItems(words: string, items: readonly OutsideItem[]): string {
  const titles = items.map(({ title }) => title.slice(0, 40)).filter((title) => title !== '')
  const places = titles.map((title) => words.indexOf(title)).filter((place) => place !== -1)
  return words.slice(0, Math.min(words.length, ...places))
}

/** What is said to the reader is no description, wherever it stands: "your trial has ended". */
function withoutDescription(beginning: string): string {
  const start = descriptionHeadline.exec(beginning)?.index ?? beginning.length
  const sentences = beginning.slice(start).split(/(?<=[.!?])\s|\n/)
  return [beginning.slice(0, start), ...sentences.filter((sentence) => /\byour?\b/i.test(sentence))]
    .join('\n')
    .replace(aboutTheChange, ' ')
}

/** "This PR handles …": what the change does, not what it is. */
const aboutTheChange =
  /(?<=^|[.!?] )(?:this|the) (?:pr|pull request|change|patch|commit) (?!is\b|has\b|was\b|does\b|exceeds\b|contains\b|needs\b|[^.!?\n]{0,200}\b(?:too (?:many|large|big)|(?:to|for) review)\b)\w+s\b[^.!?\n]{0,400}/gim

/** A line that opens a description of the change. */
const descriptionHeadline =
  /^(?:#+ )?\W{0,6}(?:pull request overview|(?:[\w-]+ ){0,2}summary(?: of changes)?(?: by [\w-]+)?|reviewer's guide|walkthrough|changes)\W*$/im
