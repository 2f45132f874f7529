import { describe, expect, it } from 'vitest'
import { feedback, lgtm, note, request, swap } from '../../../test/support/mail.ts'
import { isAnswerTo, isRequestFor, type ReviewRequest } from './answer-to.ts'
import { type Message, parseMessage } from './message.ts'

function read(text: string): Message {
  const parsed = parseMessage(text)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

function asked(text = request): ReviewRequest {
  const message = read(text)
  if (message.type !== 'review_request') throw new Error(message.type)
  return message
}

const replyTo = (text: string, id: string) => swap(text, 'related_pr:', `parent_message_id: ${id}\nrelated_pr:`)
const { id } = asked()
const second = asked(swap(request, 'pr: 86\n', 'pr: 86\n  review_round: 2\n'))

describe('an answer to a request', () => {
  it.each<[string, string, boolean]>([
    ['feedback that replies to it', replyTo(feedback, id), true],
    ['an approval that replies to it', replyTo(lgtm, id), true],
    ['one that replies to it and is older by the clock of its sender', replyTo(swap(lgtm, '11:30', '09:30'), id), true],
    ['one that does not say what it replies to', feedback, true],
    ['an approval without a round', lgtm, true],
    ['one that does not say which pull request', swap(lgtm, 'related_pr: "86"\n', ''), true],
    ['one that replies to something else', replyTo(lgtm, 'msg-20260213T0900Z-claude-007'), false],
    ['one that was there before', swap(lgtm, '11:30', '09:30'), false],
    ['one of another round', swap(feedback, 'round: 1', 'round: 2'), false],
    ['an approval of another round', swap(lgtm, 'merge_ready: true', 'merge_ready: true\n  review_round: 2'), false],
    ['one about another pull request', swap(feedback, '"86"', '"87"'), false],
    ['one from somebody else', replyTo(swap(lgtm, 'from: codex', 'from: gemini'), id), false],
    ['one for somebody else', replyTo(swap(lgtm, 'to: claude', 'to: gemini'), id), false],
    ['another message', note, false],
  ])('is %s: %#', (_, text, expected) => {
    expect(isAnswerTo(asked(), read(text))).toBe(expected)
  })

  it('is an approval without a round in any round', () => {
    expect(isAnswerTo(second, read(lgtm))).toBe(true)
    expect(isAnswerTo(second, read(feedback))).toBe(false)
  })
})

it.each([
  [{ to: 'codex', pr: 86, round: 1 }, asked(), true],
  [{ to: 'codex', pr: 86, round: 2 }, second, true],
  [{ to: 'codex', pr: 86, round: 2 }, asked(), false],
  [{ to: 'gemini', pr: 86, round: 1 }, asked(), false],
  [{ to: 'codex', pr: 87, round: 1 }, asked(), false],
  [{ to: 'claude', pr: 86, round: 1 }, read(feedback), false],
])('knows a request for %j', (what, message, expected) => {
  expect(isRequestFor(what, message)).toBe(expected)
})
