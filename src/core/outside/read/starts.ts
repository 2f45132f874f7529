import { type Candidate, type Context, fieldLabel, fileIn, namesIssue, placeOf } from './candidate.ts'
import { fileNameOf, linesIn, linkedPlaceIn, placeIn } from './places.ts'
import { ownWords, roleOf, weightOf } from './roles.ts'
import { statusOf } from './status.ts'
import type { Block, Section } from './tree/blocks.ts'
import { boldLead, linesOf, plain, type Words } from './tree/words.ts'
import { means } from './words.ts'

/** A problem in prose: code is named, something is wrong with it, and a change is asked for. */
export function asksForChange(head: Words): boolean {
  const text = plain(head)
  if (
    text
      .split(/(?<=[.!?。])\s*/)
      .some((one) => ['failed', 'refused', 'unreviewed'].includes(statusOf(one, false) ?? ''))
  )
    return false
  if (
    head.isSmall ||
    /^\W*(?:this|the|these) (?:pr|pull request|changes?|patch|commit)\b/i.test(text) ||
    !/`[^`]+`|\w\/\w/.test(text.replace(/`[/@][^`]*`|https?:\S+/g, ''))
  )
    return false
  const signs = (['contrast', 'defect', 'demand'] as const).filter((concept) => means(text, concept))
  return signs.length >= 2 || (signs.length === 1 && fileIn(text) !== '')
}

/** A fold inside a problem only adds to it: "Suggested fix", "Evidence". */
export function isDetail({ head, level, blocks }: Section): boolean {
  return (
    level === 10 &&
    (fieldLabel(head) !== undefined ||
      plain(head) === '' ||
      roleOf(head) === 'prompt' ||
      blocks.every(({ kind }) => kind === 'code'))
  )
}

/** How a paragraph begins that names one of several problems: all of them begin alike. Undefined: it may be any. */
export function formOf(block: Block): 'lines' | undefined {
  return (block.kind === 'text' || block.kind === 'entry') &&
    /^[`(]?[LR]?\d{1,7}(?:\s*[-–]\s*[LR]?\d{1,7})?[`)]?\s*[:：]/.test(plain(block.head))
    ? 'lines'
    : undefined
}

/** Begins something new, and does not go on with what is above. */
export function isStart(block: Block, { role, file }: Context, form: ReturnType<typeof formOf>): boolean {
  if (block.kind !== 'text' && block.kind !== 'entry') return false
  if (form !== undefined && file !== null) return formOf(block) === form
  if (block.kind === 'entry') return true
  const { head } = block
  const first = linesOf(head)[0]!
  const words = plain(first)
  if (namesIssue(head)) return true
  if (fieldLabel(first) !== undefined) return fieldLabel(first) === 'file'
  if (placeIn(words.slice(0, 200)) !== undefined && (role !== null || words.length < 160)) return true
  const lead = boldLead(first)
  if (lead !== '' && ownWords(lead) === 0 && means(lead, 'summary')) return false
  if (linesIn(words, file) !== undefined || weightOf({ ...first, alts: head.alts }) !== null) return true
  return linkedPlaceIn([words]) !== undefined || (role === 'issue' && boldLead(first).length > 3)
}

/** A point below a problem that is no problem itself. */
export function belongs(head: Words, current: Candidate): boolean {
  return (
    !current.isNamed &&
    boldLead(head) === '' &&
    placeIn(plain(head).slice(0, 120)) === undefined &&
    weightOf(head) === null &&
    placeOf(current) !== undefined
  )
}

/** A heading or a fold for one problem, not for several. */
export function isProblemTitle({ head, blocks, level }: Section, around: Context): boolean {
  const title = plain(head)
  const own = weightOf(head) !== null
  if (
    around.role === 'summary' &&
    own &&
    placeOf({ head, blocks: [...blocks], context: around, isNamed: true }) !== undefined
  )
    return true
  if (around.role === 'summary' && level === 10 && (linkedPlaceIn(head.links)?.pathHash ?? null) !== null) return true
  if (around.role !== null && around.role !== 'issue' && around.role !== 'held') return false
  if (placeIn(title) !== undefined && (own || around.role === 'issue')) return true
  const isPlaced = placeIn(title) !== undefined || linkedPlaceIn(head.links) !== undefined
  const isNumbered =
    /^[^\p{L}\p{N}]*(?:(?:issue|bug|finding|problem|comment)\s*)?#?\d{1,3}\s*(?:[.):：-]|of\b|\\\.|$)/iu.test(title)
  if (roleOf(head) !== null && ownWords(title) <= 1 && !isPlaced && !(isNumbered && roleOf(head) === 'issue'))
    return false
  if (isPlaced || (own && ownWords(title) > 1)) return true
  if (fileNameOf(title) !== undefined) return false
  const hasPlace = placeOf({ head, blocks: [...blocks], context: around, isNamed: true }) !== undefined
  if (isNumbered && level === 10 && hasPlace && (roleOf(head) ?? 'issue') === 'issue') return true
  const label = /^([^:：]{2,20})[:：]/.exec(title)?.[1] ?? ''
  if (hasPlace && means(label, 'issue') && ownWords(title) > 1) return true
  const inner = blocks.filter(
    (block) => block.kind === 'section' && (weightOf(block.head) !== null || placeIn(plain(block.head)) !== undefined),
  )
  const entries = blocks.filter(
    (block) =>
      (block.kind === 'entry' || block.kind === 'text') &&
      (placeIn(plain(block.head).slice(0, 120)) !== undefined || weightOf(block.head) !== null) &&
      fieldLabel(block.head) === undefined,
  )
  if (inner.length > 0 || entries.length > 1) return false
  if (isNumbered) return around.role === 'issue' || hasPlace
  return (
    (around.role === 'issue' &&
      ownWords(title) > (hasPlace ? 0 : 1) &&
      blocks.length > 0 &&
      (level === 10 || !blocks.every((block) => block.kind === 'entry' && fieldLabel(block.head) === undefined))) ||
    (hasPlace && around.role === null && level < 9 && entries.length === 1 && ownWords(title) > 2)
  )
}
