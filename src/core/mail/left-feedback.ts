import { compareText } from '../values/compare-text.ts'
import type { Message, MessageOf } from './message.ts'

type Feedback = MessageOf<'review_feedback'>

/** The newest feedback, if nobody has said yet what was done about it, and no approval came after it; else null. */
export function leftFeedback(received: readonly Message[], sent: readonly Message[]): Feedback | null {
  const feedback = received.flatMap((message) => (message.type === 'review_feedback' ? [message] : [])).sort(byAge)
  const newest = feedback.at(-1)
  if (newest === undefined) return null
  const isApproved = received.some(
    ({ type, from, created_at_utc: created }) =>
      type === 'review_lgtm' && from === newest.from && created >= newest.created_at_utc,
  )
  return isApproved || sent.some((message) => isAbout(message, newest)) ? null : newest
}

function byAge(one: Feedback, other: Feedback): number {
  return compareText(one.created_at_utc, other.created_at_utc) || one.content.round - other.content.round
}

/** In the same second something else may have been told. */
function isAbout(message: Message, { id, from, created_at_utc: created, content }: Feedback): boolean {
  if (message.type !== 'review_addressed' || !message.to.includes(from)) return false
  if (message.parent_message_id === id || message.created_at_utc > created) return true
  return message.created_at_utc === created && message.content.round === content.round
}
