import type { OutsideReviewer } from '../reviewer.ts'
import type { OutsideItem, Weight } from '../types.ts'
import { isActionable } from './actionable.ts'
import { isStruck, linesOf, plain } from './inline.ts'
import { type Place, placeIn } from './places.ts'
import { type Problem, placeOf, rendered, severityOf, titleOf } from './problem.ts'
import { saysNone } from './roles.ts'
import { isPraise, isSettled } from './settled.ts'
import { statusOf } from './status.ts'

/** It is done, praise, or a draft that its reviewer decided against. */
export function isDismissed({ head, body, context }: Problem): boolean {
  const words = plain(head)
  const all = [words, ...body.map((line) => plain(line.words))].join('\n')
  if (isStruck(linesOf(head)[0]!) || isSettled(words) || (context.isRemark && isPraise(all))) return true
  return body.some(({ words: line }) => /\bcomment was not posted\b/i.test(plain(line)))
}

/** What a problem becomes: an item for each of its places, or nothing if it is praise, done, or says too little. */
export function itemsOf(problem: Problem, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const { head, context, body } = problem
  const { role } = context
  const [, ...others] = linesOf(head)
  const words = plain(head)
  const markup = rendered(problem)
  const isNothing = (line: string) =>
    saysNone(line) || (placeIn(line) === undefined && statusOf(line, true) === 'clean')
  if (body.length === 0 && (isNothing(words) || (others.length > 0 && others.map(plain).every(isNothing)))) return []
  const own = severityOf(problem, reviewer)
  const where = placeOf(problem)
  if (role === 'praise' || role === 'resolved' || role === 'extra') return []
  if (role === 'summary' && (own === null || where === undefined)) return []
  if (role === null && own === null && (where === undefined || where.end === null)) return []
  if (own === null && where === undefined && body.length === 0 && /^\W*[\w-]*\W*$/.test(words)) return []
  const severity = own ?? context.weight
  const statement = {
    markup,
    title: titleOf(problem),
    severity,
    isRemark: context.isRemark,
    isInstructed: role === 'prompt',
  }
  return [createItem({ where, ...statement }, reviewer)]
}

export interface Statement {
  readonly where: Place | undefined
  readonly markup: string
  readonly title: string
  readonly severity: Weight | null
  readonly isRemark?: boolean
  readonly isInstructed?: boolean
}

export function createItem(statement: Statement, reviewer?: OutsideReviewer): OutsideItem {
  const { where, markup, title, severity, isRemark = false, isInstructed = false } = statement
  const file = where?.file ?? null
  const nativeId = reviewer?.nativeIds?.map((pattern) => pattern.exec(markup)?.[1]).find((found) => found !== undefined)
  const isOnlyBugs = reviewer?.onlyBugs === true
  return {
    file,
    line: where?.end ?? null,
    startLine: where?.start ?? null,
    severity: severity ?? (isRemark ? 'low' : null),
    actionable: isActionable({ file, severity, title, markup, isRemark, isInstructed, isOnlyBugs }),
    title: title.replace(kindLabel, ''),
    body: markup.trim(),
    suggestion: /^```suggestion[^\n]*\n([\s\S]*?)^```/m.exec(markup)?.[1] ?? null,
    pathHash: where?.pathHash ?? null,
    nativeId: nativeId === undefined ? null : `${reviewer!.id}:${nativeId}`,
    remark: isRemark,
    inPrompt: false,
  }
}

/** `issue (bug_risk): `, `P1 (blocking): `: what kind of comment it is, which its severity says already. */
const kindLabel = /^(?:issue|suggestion|nitpick|question|thought|todo|chore|P[0-4])(?:\s*\([\w ,-]{1,40}\))?:\s*(?=\S)/i

/** One item for each place, or for the same words: what says more wins. One list may say two things about a place. */
export function onePerPlace(
  items: readonly OutsideItem[],
  siblings: ReadonlyMap<OutsideItem, unknown>,
): readonly OutsideItem[] {
  const kept: OutsideItem[] = []
  const isTwo = (one: OutsideItem, other: OutsideItem) =>
    siblings.has(one) && siblings.get(one) === siblings.get(other) && one.title !== other.title
  for (const item of items) {
    const at = kept.findIndex((other) => isSame(other, item) && !isTwo(other, item))
    const known = kept[at]
    if (known === undefined) kept.push(item)
    else if (known.severity === null || (known.startLine === null && item.startLine !== null) || known.file === null)
      kept[at] = { ...item, severity: known.severity ?? item.severity }
  }
  return kept
}

/** At one place; a table may name the first line only. Without places the words decide. */
function isSame(one: OutsideItem, other: OutsideItem): boolean {
  const isOneFile = one.file === other.file && one.pathHash === other.pathHash
  if (one.line !== null && other.line !== null) {
    const isFirstOnly = one.startLine === null || other.startLine === null
    const isOneStart = isFirstOnly && (one.startLine ?? one.line) === (other.startLine ?? other.line)
    return isOneFile && (one.file ?? one.pathHash) !== null && (one.line === other.line || isOneStart)
  }
  const key = ({ title }: OutsideItem) => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  return key(one) === key(other) && (one.file === null || other.file === null || isOneFile)
}
