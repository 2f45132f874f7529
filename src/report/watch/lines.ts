import type { LoopAction } from '../../core/loop/decide.ts'
import { isOpen, type ReviewerStatus } from '../../core/watch/reviewer-status.ts'
import type { Unconfirmed } from '../../core/watch/unconfirmed-fixes.ts'

// What a watch says while it waits, one line at a time.

export function checkLine(look: number, looks: number): string {
  return `⏳ Review check ${look}/${looks} - Checking for new reviews...`
}

export function waitingLine(statuses: readonly ReviewerStatus[], look: number, looks: number): string {
  const ready = namesOf(statuses.filter(({ status }) => status === 'ready'))
  if (ready.length === 0) return `⏳ No reviews yet (${look}/${looks})${gone(statuses)}${limited(statuses)}...`
  const open = namesOf(statuses.filter(isOpen))
  const others = open.length === 1 ? open[0] : 'others'
  return `⏳ ${ready.length}/${statuses.length} reviews ready (${ready.join(', ')})${gone(statuses)}${limited(statuses)}, waiting for ${others}...`
}

function gone(statuses: readonly ReviewerStatus[]): string {
  const names = namesOf(statuses.filter(({ status }) => status === 'failed' || status === 'refused'))
  return names.length === 0 ? '' : `, none from ${names.join(', ')}`
}

function limited(statuses: readonly ReviewerStatus[]): string {
  return statuses
    .flatMap(({ name, limitedUntil }) =>
      limitedUntil === undefined ? [] : [`, ${name}: limit until ${limitedUntil.slice(11, 16)} UTC`],
    )
    .join('')
}

export const draftLine = `⏳ It is a draft: many reviewers come only when it is marked as ready for review, or when they are asked (--trigger).`

export const hiddenChecksLine =
  '⏳ The token may not see checks: whoever speaks by them alone is not heard, and nobody is known to be still at work.'

/** Undefined: it does not leave this out, or is asked for a review anyway. */
export function skipText(
  { id, name, skips }: ReviewerStatus,
  trigger: readonly string[],
  isDraft: boolean,
): string | undefined {
  if (skips === undefined || trigger.includes(id)) return undefined
  const ready = isDraft ? 'Mark it as ready for review, or ask' : 'Ask'
  return `${name} leaves this out: "${skips}" ${ready} it for a review (--trigger ${id}); until then it is waited for.`
}

export const analysingLine = (count: number): string => `📋 Analyzing ${count} review(s)...`

/** Every answer is a request of its own: many take minutes. */
export const answeringLine = (count: number): string => `📋 Posting ${count} answer(s)...`

export interface Found {
  readonly count: number
  /** After a time-out: what is fixed then is pushed, and nothing begins anew. */
  readonly isLate: boolean
}

/** Whether it is fixed now is decided only after everything is groups. Null: not yet. */
export function foundLine({ count, isLate }: Found, next: LoopAction['step']): string | null {
  const found = `🔧 Found ${count} item(s) to address`
  if (next === 'fix') return isLate ? `${found} before it ends...` : `${found}. Restarting workflow...`
  return next === 'ask' || next === 'wait' || next === 'end' ? `${found}.` : null
}

export const passedLine = '✅ All reviews passed - no critical issues or actionable items!'

export const partlyLine = (names: readonly string[]): string =>
  `✅ The reviews that came passed - no critical issues or actionable items; none came from ${names.join(', ')}.`

export const failedLine = (reason: string): string => `❌ Review workflow failed: ${reason}`

export const timeoutLine = (looks: number, names: readonly string[]): string =>
  `❌ Timeout after ${looks} check(s): no review from ${names.join(', ')}.`

export function namesOf(statuses: readonly ReviewerStatus[]): readonly string[] {
  return statuses.map(({ name }) => name)
}

/** One sentence, or none. */
export function objectorsLines(names: readonly string[]): readonly string[] {
  const [name, ...others] = names
  if (name === undefined) return []
  return others.length === 0
    ? [`The request for changes of ${name} stands until ${name} reviews again.`]
    : [`The requests for changes of ${names.join(', ')} stand until they review again.`]
}

export const whyUnconfirmed: Readonly<Record<Unconfirmed, string>> = {
  untouched: 'answered as fixed, and the code around is as it was: look at it',
  reopened: 'resolved as fixed, and somebody opened it again: look at it',
  absent: 'answered as fixed in a commit that is not on the branch: push it, or let it be tried again',
  contested: 'answered as fixed, and a bot replied something that was not understood: read it',
}
