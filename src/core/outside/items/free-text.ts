import type { OutsideReviewer } from '../reviewer.ts'
import { severityIn } from '../severity-marks.ts'
import { blankFences } from '../text/fences.ts'
import { linkedPlaceIn, placeIn } from '../text/places.ts'
import { plainWords } from '../text/plain.ts'
import type { OutsideItem, Weight } from '../types.ts'
import { createItem } from './item.ts'
import { isPraise } from './range-sections.ts'

/** Problems in free text: entries under headings that name a place, or that say themselves how grave they are. */
export function freeTextItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  return blocksOf(text).flatMap(({ heading, markup, entry }) => {
    if (praiseHeading.test(heading) || isPraise(entry)) return []
    const where = placeIn(plainWords(entry)) ?? linkedPlaceIn(markup)
    const own = severityIn(entry.slice(0, 200), reviewer)
    if (where === undefined && (own === null || isHeadline(entry))) return []
    const severity = own ?? weightOf(heading)
    return [createItem({ place: where, markup, title: entryTitle(entry), severity }, reviewer)]
  })
}

/** Only opens a list: what it says about severity holds for what follows. */
function isHeadline(entry: string): boolean {
  return /^#+\s+(?!\W*\d)/.test(entry) || /:\**\s*$/.test(entry)
}

interface Block {
  readonly heading: string
  /** Its first line. */
  readonly entry: string
  readonly markup: string
}

/** Splits at headings, list entries and emphasised lines. A point without a place belongs to the entry above that has one. */
function blocksOf(text: string): readonly Block[] {
  const starts = [
    ...blankFences(text).matchAll(/^(?:#{1,6}\s.*|[ \t]*(?:\d{1,2}[.)]|[-*])[ \t]+.*|[^\w\n]{0,4}\*\*.*)$/gm),
  ]
  const blocks: Block[] = []
  let heading = ''
  for (const [index, { 0: entry, index: start }] of starts.entries()) {
    const markup = text.slice(start, starts[index + 1]?.index ?? text.length)
    const above = blocks.at(-1)
    if (/^#/.test(entry)) heading = plainWords(entry)
    if (above !== undefined && /^\s*[-*]\s/.test(entry) && !names(entry) && names(above.entry)) {
      blocks[blocks.length - 1] = { ...above, markup: above.markup + markup }
    } else blocks.push({ heading: /^#/.test(entry) ? '' : heading, entry, markup })
  }
  return blocks
}

function names(entry: string): boolean {
  return placeIn(plainWords(entry)) !== undefined || severityIn(entry) !== null
}

function entryTitle(entry: string): string {
  return plainWords(entry)
    .replace(/^(?:#{1,6}|[-*]|\d+[.)])\s+/, '')
    .replace(/\s+/g, ' ')
    .slice(0, 160)
}

function weightOf(heading: string): Weight | null {
  return headings.find(([words]) => words.test(heading))?.[1] ?? null
}

const headings: readonly (readonly [RegExp, Weight])[] = [
  [/\bcritical\b|\bblock(?:er|ing)\b/i, 'critical'],
  [/\bhigh\b|\bmajor\b|\bmust fix\b|\bbugs?\b|\bsecurity issues?\b/i, 'high'],
  [/\bmedium\b|\bmoderate\b|\bwarnings?\b|\bshould fix\b/i, 'medium'],
  [/\blow\b|\bminor\b|\bnit(?:s|picks?)?\b|\boptional\b/i, 'low'],
]

const praiseHeading =
  /\b(?:positive|strengths?|good (?:practices|points)|what(?:'s| is) good|highlights?|well done|summary|overview|verdict|todo|tasks?|files? (?:changed|reviewed)|test(?:ing|s)? (?:results?|coverage))\b/i
