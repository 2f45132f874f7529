import { hashText } from '../values/hash.ts'
import { readByAgent } from './asked/apply-reading.ts'
import { countIn, hasReservation, turns } from './counts.ts'
import { itemsOf } from './items/items-of.ts'
import { isSettledComment } from './items/settled.ts'
import { nameOfReaction } from './reactions.ts'
import { type Reading, readComment } from './reading.ts'
import type { OutsideReviewer, SignedClass, Signs } from './reviewer.ts'
import { sharedSigns } from './shared-signs.ts'
import type { AgentReading, Classification, CommentClass, OutsideComment, OutsideItem, Surface, Why } from './types.ts'
import { isOwnWord, reviewerOf } from './who.ts'
import { wordsOnReview } from './words-on-review.ts'

/** A comment, and what in it is about the review itself. */
interface Told extends Reading {
  /** As it stands: nobody else edited it. */
  readonly isOwn: boolean
  readonly onReview: string
}

/**
 * What one text means. Refusals come before failures, then work in progress, findings and a clean result; what is not
 * understood, or not read to its end, is a notice: not ready, never clean and never a failure.
 */
export function classifyByWords(
  given: OutsideComment,
  reviewers: readonly OutsideReviewer[],
  readings: ReadonlyMap<string, AgentReading>,
): Classification {
  const comment = { ...given, surface: given.surface ?? likelySurface(given) }
  const reviewer = reviewerOf(comment, reviewers)
  if (reviewer === undefined) {
    const nothing = { reviewer: null, class: 'notice', ready: false, failure: false, items: [] } as const
    return { ...nothing, findsElsewhere: false, why: notUnderstood }
  }
  if (comment.surface === 'reaction') return classifyReaction(comment, reviewer)
  const whole = readComment(comment, reviewer)
  const found = itemsOf(whole, reviewer)
  const isOwn = isOwnWord(comment, reviewer)
  const reading = { ...whole, isOwn, onReview: wordsOnReview(whole, reviewer, found) }
  const byItself = classOf(reading, reviewer, found)
  const read = byItself === null ? readings.get(hashText(given.body ?? '')) : undefined
  const byAgent = read === undefined ? null : readByAgent(read)
  const said = byItself ?? byAgent?.class ?? 'notice'
  const isPartOnly = !isOwn || reading.isCut || reviewer.sideReview?.test(reading.text) === true
  const kind = said === 'clean' && isPartOnly ? 'notice' : said
  const items = byAgent?.items ?? (kind === 'findings' || kind === 'clean' ? found : [])
  const failure = isOwn && (kind === 'refused' || kind === 'failed')
  const ready = isOwn && isReady(kind, reading, reviewer)
  const isElsewhere = kind === 'findings' && items.every(({ remark }) => remark)
  const findsElsewhere = isElsewhere && (byAgent !== null || claims(reading, reviewer))
  const why = byAgent?.why ?? (byItself === null ? notUnderstood : bySigns)
  return { reviewer: reviewer.id, class: kind, ready, failure, items, findsElsewhere, why }
}

const notUnderstood: Why = { source: 'nothing', rule: 'nothing said what it is' }
const bySigns: Why = { source: 'reviewer', rule: 'what this reviewer writes' }

function classifyReaction({ body }: OutsideComment, { id, reactions }: OutsideReviewer): Classification {
  const kind = reactions?.[nameOfReaction(body ?? '')] ?? 'notice'
  const failure = kind === 'refused' || kind === 'failed'
  const why: Why = { source: 'forge', rule: 'a reaction' }
  return { reviewer: id, class: kind, ready: kind === 'clean', failure, items: [], findsElsewhere: false, why }
}

/** It says so itself: loose remarks alone make findings, too. */
function claims(reading: Told, reviewer: OutsideReviewer): boolean {
  const asks = reading.state === 'CHANGES_REQUESTED' || (countIn(reading.prose) ?? 0) > 0
  return asks || hasSign(reading, reviewer.signs.findings, 'findings')
}

/** Where nobody says it: only inline comments have a path, only reviews a state. */
function likelySurface({ path, state }: OutsideComment): Surface {
  return path !== null ? 'inline' : state !== null ? 'review' : 'issue_comment'
}

/** Null: it is not understood. */
function classOf(reading: Told, reviewer: OutsideReviewer, items: readonly OutsideItem[]): CommentClass | null {
  if (reading.isUnfinished) return 'in_progress'
  const isSigned = (kind: SignedClass) => hasSign(reading, reviewer.signs[kind], kind)
  for (const kind of ['refused', 'failed', 'in_progress'] as const) if (isSigned(kind)) return kind
  if (reviewer.checklist !== undefined && isMostlyOpen(reading.text, reviewer.checklist)) return 'in_progress'
  if (reading.surface === 'reply') return isSigned('notice') ? 'notice' : 'reply'
  if (reading.surface === 'inline')
    return reading.isOwn && (reading.opening === '' || isSettledComment(reading.text)) ? 'notice' : 'findings'
  if (reviewer.answers?.test(reading.text) === true) return 'notice'
  return verdictOf(reading, reviewer, items, isSigned)
}

/** Of a text about the whole pull request. Something found outweighs every word of praise. */
function verdictOf(
  reading: Told,
  reviewer: OutsideReviewer,
  items: readonly OutsideItem[],
  isSigned: (kind: SignedClass) => boolean,
): CommentClass | null {
  const count = countIn(reading.prose)
  const hasFindings = items.some(({ remark }) => !remark)
  if (hasFindings || reading.state === 'CHANGES_REQUESTED' || (count !== undefined && count > 0)) return 'findings'
  if (praises(reading, reviewer) && !isSigned('findings')) return 'clean'
  if (isSigned('findings')) return 'findings'
  if (count === 0 || reading.state === 'APPROVED') return 'clean'
  if (items.length > 0) return 'findings'
  if (isSigned('summary')) return 'summary'
  if (isSigned('notice')) return 'notice'
  return byConclusion(reading, reviewer) ?? byCommonWords(reading) ?? null
}

/** Without a "but". */
function praises(reading: Told, { signs }: OutsideReviewer): boolean {
  const { prose } = reading
  if (hasReservation(prose)) return false
  return hasMark(reading, signs.clean) || signs.clean?.prose?.some(isPlain) === true

  function isPlain(pattern: RegExp): boolean {
    const praise = pattern.exec(prose)
    return praise !== null && !turns(prose.slice(praise.index + praise[0].length))
  }
}

function byConclusion({ conclusion }: Told, { checks }: OutsideReviewer): CommentClass | undefined {
  return conclusion === null ? undefined : checks?.conclusions[conclusion]
}

function byCommonWords(reading: Told): CommentClass | undefined {
  if (reading.prose === '' || reading.prose.length > shortText) return undefined
  return sharedSigns.find(([kind, signs]) => hasSign(reading, signs, kind))?.[0]
}

const shortText = 700

/** Why there will be no result stands at the beginning; further down a text may speak about the change. */
function hasSign(reading: Told, signs: Signs | undefined, kind: SignedClass): boolean {
  const { prose, opening, onReview } = reading
  const seen = kind === 'refused' || kind === 'failed' ? onReview : kind === 'in_progress' ? opening : prose
  return hasMark(reading, signs) || signs?.prose?.some((pattern) => pattern.test(seen)) === true
}

function hasMark({ text }: Told, signs: Signs | undefined): boolean {
  return signs?.markup?.some((pattern) => pattern.test(text)) === true
}

/** Only the list that it works off itself: boxes further down are for its readers. */
function isMostlyOpen(text: string, above: RegExp): boolean {
  const start = above.exec(text)?.index
  const list = start === undefined ? null : /(?:^[ \t]*[-*] \[[ x]\].*\n?)+/im.exec(text.slice(start))
  const boxes = list?.[0].match(/^[ \t]*[-*] \[[ x]\]/gim) ?? []
  return boxes.filter((box) => box.endsWith('[ ]')).length > boxes.length / 2
}

function isReady(kind: CommentClass, { surface }: Told, { summaryIsReady }: OutsideReviewer): boolean {
  if (kind === 'findings' || kind === 'clean') return true
  return (kind === 'notice' && surface === 'inline') || (kind === 'summary' && summaryIsReady === true)
}
