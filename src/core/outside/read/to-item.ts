import { beginning } from '../../values/shortened.ts'
import type { OutsideReviewer } from '../reviewer.ts'
import type { OutsideItem, Weight } from '../types.ts'
import { type Candidate, fieldLabel, isPlaceOnly, placeOf, placeText, textLines } from './candidate.ts'
import { createItem } from './create-item.ts'
import { placeIn } from './places.ts'
import { ownWords, type Role, saysNone, weightOf } from './roles.ts'
import { statusOf } from './status.ts'
import type { Block } from './tree/blocks.ts'
import { boldLead, isStruck, linesOf, noWords, plain, type Words } from './tree/words.ts'
import { means } from './words.ts'

export function itemOf(candidate: Candidate, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const { head, context, blocks } = candidate
  const first = linesOf(head)[0]!
  const words = plain(head)
  const markup = rendered(candidate)
  if (isStruck(first) || isSettled(words) || /\bcomment was not posted\b/i.test(markup)) return []
  if (blocks.length === 0 && (saysNone(words) || (placeIn(words) === undefined && statusOf(words, true) === 'clean')))
    return []
  const others = linesOf(head).slice(1)
  if (
    others.length > 0 &&
    blocks.length === 0 &&
    others.every((line) => saysNone(plain(line)) || statusOf(plain(line), true) === 'clean')
  )
    return []
  const severityLine = textLines(candidate)
    .slice(0, 12)
    .find((line) => fieldLabel(line) === 'severity')
  const own =
    special(markup, reviewer) ??
    weightOf({ ...first, alts: head.alts }) ??
    (severityLine === undefined ? null : weightOf(severityLine)) ??
    firstWeight(blocks)
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
  const statement = {
    markup,
    title: titleIn(candidate),
    severity: own ?? context.weight,
    isRemark: context.isRemark,
    isInstructed: role === 'prompt',
  }
  const places = blocks
    .flatMap((block) => (block.kind === 'section' ? block.blocks : [block]))
    .filter((block) => block.kind === 'entry' && isPlaceOnly(block.head))
  const all =
    places.length < 2
      ? [where]
      : places.map((block) => (block.kind === 'entry' ? placeIn(plain(block.head)) : undefined))
  return all.map((each) => createItem({ where: each, ...statement }, reviewer))
}

export function firstWeight(blocks: readonly Block[]): Weight | null {
  const [first] = blocks
  return first !== undefined && (first.kind === 'text' || first.kind === 'section')
    ? weightOf(linesOf(first.head)[0]!)
    : null
}

export function special(markup: string, reviewer: OutsideReviewer | undefined): Weight | null {
  const beginningOf = markup.slice(0, 900)
  return reviewer?.severities?.find(([mark]) => mark.test(beginningOf))?.[1] ?? null
}

/** Done, or well done. */
export function isSettled(words: string): boolean {
  const first = words.trimStart().split('\n')[0]!
  return (
    /^[^\p{L}\p{N}]{0,4}[✅✔☑👍]/u.test(first) ||
    /^\W{0,20}(?:LGTM\b(?!\W*(?:but|however|except)\b)|looks (?:good|correct|great|fine)\b)/i.test(first) ||
    /[([](?:resolved|fixed|addressed|done)[)\]]\W{0,6}$/i.test(first) ||
    (/^[^\p{L}]{0,6}[\p{L} ]{2,24}[:：.!]/u.test(first) && roleLead(first) === 'praise')
  )
}

export function roleLead(first: string): Role | null {
  const lead = /^[^\p{L}]{0,6}([\p{L} ]{2,24})[:：.!]/u.exec(first)?.[1] ?? ''
  return ownWords(lead) === 0 && means(lead, 'praise') && !means(lead, 'negation') ? 'praise' : null
}

/** The first line that says more than where and how grave it is. */
export function titleIn(candidate: Candidate): string {
  const lines = textLines(candidate).filter((line) => plain(line) !== '')
  const telling =
    lines.find(
      (line) =>
        ownWords(plain(line).replace(placeText, ' ')) > 0 &&
        fieldLabel(line) !== 'file' &&
        fieldLabel(line) !== 'line' &&
        fieldLabel(line) !== 'severity',
    ) ??
    lines[0] ??
    noWords
  const bold = boldLead(telling)
  const words = ownWords(bold) > 1 ? bold : plain(telling)
  return beginning(words.replace(/^[^\p{L}\p{N}`[(]+/u, '').replace(/\s+/g, ' '), 160)
}

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
export function onePerPlace(items: readonly OutsideItem[]): readonly OutsideItem[] {
  const kept: OutsideItem[] = []
  for (const item of items) {
    const at = kept.findIndex((other) => isSame(other, item))
    if (at === -1) kept.push(item)
    else if (kept[at]!.severity === null || (kept[at]!.file === null && item.file !== null))
      kept[at] = { ...item, severity: kept[at]!.severity ?? item.severity }
  }
  return kept
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
