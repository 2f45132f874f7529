import { describe, expect, it } from 'vitest'
import { addressed, feedback, lgtm, note, request, swap } from '../../../test/support/mail.ts'
import { addressedBefore, lastFeedback } from './earlier-messages.ts'
import { type Message, type MessageOf, parseMessage } from './message.ts'

function read(text: string): Message {
  const parsed = parseMessage(text)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

const asked = read(swap(request, '2026-02-13T10:00:00Z', '2026-02-13T12:00:00Z')) as MessageOf<'review_request'>
const later = (text: string) =>
  swap(swap(text, 'T1030Z-codex-001', 'T1040Z-codex-003'), '"2026-02-13T10:30:00Z"', '"2026-02-13T10:40:00Z"')

describe('the last feedback', () => {
  it.each<[string, string[], string | null]>([
    ['is none without any', [lgtm, note], null],
    ['is the only one', [feedback], 'msg-20260213T1030Z-codex-001'],
    ['is the newest, whatever the order', [later(feedback), feedback], 'msg-20260213T1040Z-codex-003'],
    ['is not that on another pull request', [swap(feedback, '"86"', '"87"')], null],
    ['is not that to somebody else', [swap(feedback, 'to: claude', 'to: gemini')], null],
  ])('%s', (_, sent, id) => {
    expect(lastFeedback(sent.map(read), asked)?.id ?? null).toBe(id)
  })
})

describe('what the author said was done', () => {
  it.each<[string, string, number]>([
    ['counts', addressed, 1],
    ['does not count by somebody else', swap(addressed, 'from: claude', 'from: gemini'), 0],
    ['does not count about another pull request', swap(addressed, '"86"', '"87"'), 0],
    ['does not count about no pull request', swap(addressed, 'related_pr: "86"\n', ''), 0],
    ['does not count when it was said after the request', swap(addressed, '13T11:00:00Z', '13T13:00:00Z'), 0],
  ])('%s', (_, text, count) => {
    expect(addressedBefore([read(text), read(note)], asked)).toHaveLength(count)
  })
})
