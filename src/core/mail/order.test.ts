import { expect, it } from 'vitest'
import type { MessageType } from './bodies.ts'
import { compareMessages, expiryAfter, isExpired, type Queued } from './order.ts'

const now = new Date('2026-02-13T10:00:00Z')

function message(priority: Queued['priority'], type: MessageType, minute: string): Queued {
  return { id: `msg-2026021310${minute}00-a-0001`, type, priority, created_at_utc: `2026-02-13T10:${minute}:00Z` }
}

it('works on what is urgent first, then on what waits for an answer, then on what is oldest', () => {
  const sorted = [
    message('P0', 'notification', '09'),
    message('P1', 'review_request', '05'),
    message('P1', 'task_request', '06'),
    message('P1', 'question', '01'),
    message('P1', 'follow_up', '00'),
    message('P2', 'review_request', '00'),
    message('P3', 'review_request', '00'),
  ]
  expect([...sorted].reverse().sort(compareMessages)).toEqual(sorted)
})

it('puts two of the same moment in one order, whoever looks', () => {
  const one = message('P1', 'question', '01')
  const other = { ...one, id: `${one.id}b` }
  expect([other, one].sort(compareMessages)).toEqual([one, other])
})

it.each([
  [undefined, '09', false],
  ['2026-02-13T10:00:01Z', '09', false],
  ['2026-02-13T10:00:00Z', '09', true],
  ['2026-02-12T10:00:00Z', '09', true],
  // From a clock that is fast: it ends before it begins.
  ['2026-02-13T10:30:00Z', '11', true],
])('takes a message that ends at %s for expired: %s', (expires, hour, expected) => {
  const created_at_utc = `2026-02-13T${hour}:00:00Z`
  expect(isExpired({ created_at_utc, ...(expires === undefined ? {} : { expires_at: expires }) }, now)).toBe(expected)
})

it.each([
  ['30m', '2026-02-13T10:30:00Z'],
  ['2h', '2026-02-13T12:00:00Z'],
  ['7d', '2026-02-20T10:00:00Z'],
  ['0h', undefined],
  ['2w', undefined],
  ['soon', undefined],
])('reads the end %s', (words, expected) => {
  expect(expiryAfter(now, words)).toBe(expected)
})
