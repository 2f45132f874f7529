import { describe, expect, it } from 'vitest'
import { feedback, lgtm, note, request, swap } from '../../../test/support/mail.ts'
import {
  answersToRead,
  isAmbiguous,
  isAnswerTo,
  isRequestFor,
  type ReviewAnswer,
  type ReviewRequest,
} from './answer-to.ts'
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

const answer = (text: string) => read(text) as ReviewAnswer
const about = (text: string, commit: string) => swap(text, 'subject:', `context_keys: "commit: ${commit}"\nsubject:`)

describe('an answer that does not say what it replies to', () => {
  const [first, other] = ['a'.repeat(40), 'b'.repeat(40)]
  const old = asked(about(swap(request, '-001', '-000'), other))
  const now = asked(about(request, first))
  it.each<[string, string, readonly ReviewRequest[], boolean]>([
    ['while one request waits', lgtm, [now], false],
    ['while two do', lgtm, [old, now], true],
    ['while two do, and it names the commit', about(lgtm, first), [old, now], false],
    ['while two do, and it names the commit in short', about(lgtm, first.slice(0, 8)), [old, now], false],
    ['while two do, and it names the other commit', about(lgtm, other), [old, now], true],
    ['while two do, and it says it after all', replyTo(lgtm, id), [old, now], false],
    ['while one of another round waits, too', feedback, [second, now], false],
  ])('%s', (_, text, unanswered, expected) => {
    expect(isAmbiguous(answer(text), now, unanswered)).toBe(expected)
  })
})

describe('of several answers to a request', () => {
  const refusal = swap(lgtm, 'merge_ready: true', 'merge_ready: false')
  const later = swap(swap(feedback, 'T1030Z', 'T1040Z'), '10:30', '10:40')
  it.each<[string, readonly string[], readonly string[] | null]>([
    ['one is read', [lgtm], [lgtm]],
    ['none is read where feedback and an approval contradict each other', [lgtm, feedback], null],
    ['none is read where two approvals do', [lgtm, refusal], null],
    ['feedback is read before an approval that approves nothing', [refusal, feedback], [feedback]],
    ['all feedback is read, the oldest first', [later, feedback], [feedback, later]],
  ])('%s', (_, texts, expected) => {
    expect(answersToRead(texts.map(answer))).toEqual(expected?.map(answer) ?? null)
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
