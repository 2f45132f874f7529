import { compareSeverity } from '../findings/severity.ts'
import { compareText } from '../values/compare-text.ts'
import type { MessageType } from './bodies.ts'
import type { Message } from './message.ts'
import { utcTimeOf } from './time.ts'

export type Queued = Pick<Message, 'id' | 'type' | 'priority' | 'created_at_utc'>

/** Negative when the first is to be worked on first: by urgency, then by what waits for an answer, then by age. */
export function compareMessages(one: Queued, other: Queued): number {
  return (
    compareSeverity(one.priority, other.priority) ||
    classOf(one.type) - classOf(other.type) ||
    compareText(one.created_at_utc, other.created_at_utc) ||
    compareText(one.id, other.id)
  )
}

/** From this moment on nobody has to answer. What ends before it begins is expired, whatever the clocks say. */
export function isExpired(
  { expires_at: expires, created_at_utc: created }: Pick<Message, 'expires_at' | 'created_at_utc'>,
  now: Date,
): boolean {
  return expires !== undefined && (expires <= utcTimeOf(now) || expires <= created)
}

/** '30m', '2h' or '7d' after a moment; undefined for anything else. */
export function expiryAfter(now: Date, words: string): string | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(words) ?? []
  const minutes = { m: 1, h: 60, d: 1440 }[unit]
  return minutes === undefined ? undefined : utcTimeOf(new Date(now.getTime() + Number(count) * minutes * 60_000))
}

function classOf(type: MessageType): number {
  if (type === 'task_request' || type === 'review_request') return 0
  return type === 'notification' || type === 'follow_up' ? 2 : 1
}
