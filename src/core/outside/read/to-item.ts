import { beginning } from '../../values/shortened.ts'
import type { OutsideReviewer } from '../reviewer.ts'
import type { OutsideItem, Weight } from '../types.ts'
import { type Candidate, fieldLabel, isPlaceOnly, placeOf, placeText, textLines } from './candidate.ts'
import { createItem } from './create-item.ts'
import { placeIn, withoutPlaces } from './places.ts'
import { ownWords, saysNone, weightOf } from './roles.ts'
import { isLeftAsItIs, isPraise, isSettled } from './settled.ts'
import { statusOf } from './status.ts'
import type { Block } from './tree/blocks.ts'
import { boldLead, isStruck, linesOf, noWords, plain, type Words } from './tree/words.ts'
import { weightNamed } from './words.ts'

export function itemOf(candidate: Candidate, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const { head, context, blocks } = candidate
  const first = linesOf(head)[0]!
  const words = plain(head)
  const markup = rendered(candidate)
  if (
    isStruck(first) ||
    isSettled(words) ||
    (context.isRemark && isPraise(words)) ||
    /\bcomment was not posted\b/i.test(markup)
  )
    return []
  if (blocks.length === 0 && (saysNone(words) || (placeIn(words) === undefined && statusOf(words, true) === 'clean')))
    return []
  const others = linesOf(head).slice(1)
  if (
    others.length > 0 &&
    blocks.length === 0 &&
    others.every((line) => saysNone(plain(line)) || statusOf(plain(line), true) === 'clean')
  )
    return []
  const own = severityOf(candidate, reviewer)
  const where = placeOf(candidate)
  const { role } = context
  if (
    role === 'praise' ||
    role === 'resolved' ||
    role === 'extra' ||
    (role === 'summary' && (own === null || where === undefined))
  )
    return []
  if (role === null && own === null && (where === undefined || where.end === null)) return []
  if (role === null && own !== null && where === undefined && ownWords(words) < 3 && blocks.length === 0) return []
  if (own === null && where === undefined && blocks.length === 0 && /^\W*[\w-]*\W*$/.test(words)) return []
  const statement = {
    markup,
    title: titleIn(candidate),
    severity: own ?? context.weight ?? importanceIn(candidate),
    isRemark: context.isRemark,
    isInstructed: role === 'prompt',
  }
  if (isLeftAsItIs({ body: markup, severity: statement.severity })) return []
  const places = blocks
    .flatMap((block) => (block.kind === 'section' ? block.blocks : [block]))
    .filter((block) => block.kind === 'entry' && isPlaceOnly(block.head))
  const all =
    places.length < 2
      ? [where]
      : places.map((block) => (block.kind === 'entry' ? placeIn(plain(block.head)) : undefined))
  return all.map((each) => createItem({ where: each, ...statement }, reviewer))
}

/** How grave its reviewer calls it: in its headline, in a field, or just below. */
export function severityOf(candidate: Candidate, reviewer?: OutsideReviewer): Weight | null {
  const { head, blocks } = candidate
  const lines = textLines(candidate).slice(0, 12)
  const field = lines.find((line) => fieldLabel(line) === 'severity' && weightOf(line) !== null)
  const hidden = lines.flatMap((line) => line.hidden).find((mark) => /^[\s*]*\w+ severity[\s*]*$/i.test(mark))
  return (
    special(candidate, reviewer) ??
    weightOf({ ...linesOf(head)[0]!, alts: head.alts }) ??
    (field === undefined ? null : weightOf(field)) ??
    (hidden === undefined ? null : weightNamed(hidden)) ??
    firstWeight(blocks)
  )
}

/** "Suggestion importance[1-10]: 8" */
export function importanceIn(candidate: Candidate): Weight | null {
  const numbers = textLines(candidate).map((line) => /\bimportance(?:\[1-10\])?: ?(\d{1,2})\b/i.exec(plain(line))?.[1])
  const number = Number(numbers.find((found) => found !== undefined) ?? Number.NaN)
  return Number.isNaN(number) ? null : number >= 9 ? 'high' : number >= 7 ? 'medium' : 'low'
}

function firstWeight([first]: readonly Block[]): Weight | null {
  return first !== undefined && (first.kind === 'text' || first.kind === 'section')
    ? weightOf(linesOf(first.head)[0]!)
    : null
}

function special(candidate: Candidate, reviewer: OutsideReviewer | undefined): Weight | null {
  if (reviewer?.severities === undefined) return null
  const lines = textLines(candidate).slice(0, 12)
  const shown = lines.flatMap((line) => [plain(line), ...line.alts])
  return reviewer.severities.find(([mark]) => shown.some((words) => mark.test(words)))?.[1] ?? null
}

/** The first line that says more than where and how grave it is. */
export function titleIn(candidate: Candidate): string {
  const lines = textLines(candidate).filter((line) => plain(line) !== '')
  const telling =
    lines.find(
      (line) =>
        ownWords(withoutPlaces(plain(line)).replace(placeText, ' ')) > 0 &&
        fieldLabel(line) !== 'file' &&
        fieldLabel(line) !== 'line' &&
        fieldLabel(line) !== 'severity',
    ) ??
    lines[0] ??
    noWords
  const bold = boldLead(telling)
  const words = ownWords(withoutPlaces(bold)) > 1 ? bold : plain(telling)
  return beginning(
    words
      .replace(linesBefore, '')
      .replace(/^[^\p{L}\p{N}`[(]+/u, '')
      .replace(/\s+/g, ' '),
    160,
  )
}

/** "`10-14`: ", "Line 3: " */
const linesBefore = /^\W{0,4}(?:lines? )?[LR]?\d{1,7}(?:\s*[-–]\s*[LR]?\d{1,7})?\W{0,3}[:：]\s*/i

/** As text again: for people and agents who act upon it. */
export function rendered({ head, blocks }: Pick<Candidate, 'head' | 'blocks'>): string {
  const marks = (words: Words) => [plain(words), ...words.hidden.map((mark) => `<!--${mark}-->`)].join('\n')
  return [marks(head), ...blocks.map(part)].filter((words) => words.trim() !== '').join('\n\n')

  function part(block: Block): string {
    if (block.kind === 'text') return marks(block.head)
    if (block.kind === 'code') return `\`\`\`${block.language}\n${block.text}\`\`\``
    if (block.kind === 'entry') return `- ${rendered({ head: block.head, blocks: [...block.blocks] })}`
    if (block.kind === 'section') return rendered({ head: block.head, blocks: [...block.blocks] })
    return ''
  }
}

/** The same place, or the same words, is the same item: the gravest that is said counts. */
export function onePerPlace(
  items: readonly OutsideItem[],
  lists: ReadonlyMap<OutsideItem, unknown>,
): readonly OutsideItem[] {
  const kept: OutsideItem[] = []
  const isTwo = (one: OutsideItem, other: OutsideItem) =>
    lists.get(one) !== undefined && lists.get(one) === lists.get(other) && one.title !== other.title
  for (const item of items) {
    const at = kept.findIndex((other) => isSame(other, item) && !isTwo(other, item))
    const around = kept.findIndex((other) => lists.get(other) !== lists.get(item) && isInside(item, other))
    if (around !== -1 && at === -1) kept[around] = { ...kept[around]!, body: `${kept[around]!.body}\n\n${item.body}` }
    else if (at === -1) kept.push(item)
    else if (kept[at]!.severity === null || (kept[at]!.file === null && item.file !== null))
      kept[at] = { ...item, severity: kept[at]!.severity ?? item.severity }
  }
  return kept
}

/** A closer look at some lines of what another list says. */
function isInside(inner: OutsideItem, outer: OutsideItem): boolean {
  if (inner.file === null || inner.file !== outer.file || inner.line === null || outer.line === null) return false
  if (outer.startLine === null || outer.line - outer.startLine > 60 || inner.severity !== outer.severity) return false
  return (inner.startLine ?? inner.line) >= outer.startLine && inner.line <= outer.line
}

export function isSame(one: OutsideItem, other: OutsideItem): boolean {
  const isPlaced = one.line !== null && other.line !== null
  if (isPlaced)
    return (
      one.file === other.file &&
      one.line === other.line &&
      one.pathHash === other.pathHash &&
      (one.file !== null || one.pathHash !== null)
    )
  const key = ({ title }: OutsideItem) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return key(one) === key(other) && (one.file === null || other.file === null || one.file === other.file)
}
