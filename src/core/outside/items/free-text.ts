import { beginning } from '../../values/shortened.ts'
import type { OutsideReviewer } from '../reviewer.ts'
import { severityIn } from '../severity-marks.ts'
import { blankFences } from '../text/fences.ts'
import { isPlaceField, labelledFileIn, linkedPlaceIn, type Place, placeIn, placeLineIn } from '../text/places.ts'
import { plainWords } from '../text/plain.ts'
import type { OutsideItem, Weight } from '../types.ts'
import { type Block, blocksOf, isHeading } from './blocks.ts'
import { createItem, titleOf } from './item.ts'
import { isPraise } from './range-sections.ts'

/** Problems in free text: entries under headings that name a place, or that say themselves how grave they are. */
export function freeTextItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  return blocksOf(text).flatMap((block) => {
    const { headings, entry, head, markup } = block
    if ((!isHeading(entry) && holdsNoProblems(headings[0] ?? '')) || headings.some(isPraiseHeading)) return []
    if (isPraise(entry) || ticked.test(entry)) return []
    const own = severityIn(head.slice(0, 300), reviewer)
    const where = placeOf(block, own)
    if (where === undefined && (own === null || isHeadline(block))) return []
    const severity = own ?? weightUnder(headings)
    return [createItem({ place: where, markup, title: titleOfBlock(block), severity }, reviewer)]
  })
}

/** A problem with a name of its own may say where it is in its first sentences, or name its file only. */
function placeOf({ entry, head, place, mention, markup }: Block, own: Weight | null): Place | undefined {
  const isNamed = own !== null || /^#+\W*\d/.test(entry)
  const opening = isNamed ? /\n\s*\n?([^\n#*-][^\n]{0,600})/.exec(blankFences(markup.slice(0, 4000)))?.[1] : undefined
  return place ?? placeIn(plainWords(opening ?? '')) ?? mention ?? linkedPlaceIn(markup) ?? labelledFileIn(head)
}

/** Done, or well done. */
const ticked = /^(?:[ \t]*(?:[-*]|\d{1,2}[.)])[ \t]+|#+\s)?\s*(?:✅|✔|☑|👍)/u

/** Only opens a list: what it says about severity holds for what follows. */
function isHeadline({ entry, head }: Block): boolean {
  return head === entry && (/^#+\s+(?!\W*\d)/.test(entry) || /:\**\s*$/.test(entry))
}

/** A line that only says where it is is no title: what follows is. */
function titleOfBlock({ entry, markup }: Block): string {
  if (placeLineIn(entry) === undefined && !isPlaceField(entry)) return entryTitle(entry)
  const rest = markup
    .split('\n')
    .slice(1, 40)
    .filter((row) => !isPlaceField(row))
  const title = titleOf(rest.join('\n')).replace(/^(?:issue|problem|bug|description):\s*/i, '')
  return title === '' ? entryTitle(entry) : title
}

function entryTitle(entry: string): string {
  const words = plainWords(entry)
    .replace(/^(?:#{1,6}|[-*]|\d+[.)])\s+/, '')
    .replace(/^lines? [\d–-]+:\s*/i, '')
  return beginning(words.replace(/\s+/g, ' '), 160)
}

function weightUnder(headings: readonly string[]): Weight | null {
  const weights = headings.filter((heading) => !ofTheWhole.test(heading)).map(weightOf)
  return weights.find((weight) => weight !== null) ?? null
}

function weightOf(heading: string): Weight | null {
  return weightWords.find(([words]) => words.test(heading))?.[1] ?? null
}

const weightWords: readonly (readonly [RegExp, Weight])[] = [
  [/\bcritical\b|\bblock(?:er|ing)\b/i, 'critical'],
  [/\bhigh\b(?![- ]level)|\bmajor\b|\bmust fix\b|\bbugs?\b|\bsecurity issues?\b/i, 'high'],
  [/\bmedium\b|\bmoderate\b|\bwarnings?\b|\bshould fix\b/i, 'medium'],
  [/\blow\b(?![- ]level)|\bminor\b|\bnit(?:s|picks?)?\b|\boptional\b|\bnice to have\b/i, 'low'],
]

/** Its words are about the change. */
const ofTheWhole = /\bcode review\b|\breview(?:ing)? (?:of|for|pr)\b|\bpr #?\d/i

/** Praise, a description of the change, or what is done already. */
function holdsNoProblems(heading: string): boolean {
  return noProblems.test(heading) || (done.test(heading) && !stillOpen.test(heading))
}

/** All below it is well, however it is divided. A tick alone may be that of the whole review: "✅ Approved with comments". */
function isPraiseHeading(heading: string, depth: number): boolean {
  return praise.test(heading) || (depth === 0 && ticked.test(heading) && !reservation.test(heading))
}

const reservation = /\b(?:review|approved?|with|but|issues?|comments?|suggestions?|nits?)\b/i

const praise =
  /\b(?:positives?|positive (?:aspects|notes|observations)|strengths?|good (?:practices|points)|what(?:'s| is) good|well done|pontos (?:fortes|positivos)|puntos (?:fuertes|positivos)|points (?:forts|positifs)|stärken)\b|긍정적|강점|우수한 점|좋은 점|잘된 점|良い点|優れた点|良かった点|优点|亮点/iu

const noProblems =
  /\b(?:positive|highlights?|summary|overview|conclusions?|references?|verdict|todo|tasks?|files? (?:changed|reviewed)|test(?:ing|s)? (?:results?|coverage)|changes made|what (?:changed|i (?:changed|did|checked|verified)))\b|결론|최종 (?:의견|평가)|요약|참고|まとめ|結論|概要|总结|结论|概述/iu

const done = /\b(?:fixed|resolved|addressed|implemented|verified)\W*$/i

const stillOpen = /\b(?:not|never|yet|still|open|remaining|partial(?:ly)?|partly|be|get|to|needs?|must|should)\b/i
