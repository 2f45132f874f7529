import { expect, it } from 'vitest'
import { feedback, lgtm, request, swap } from '../../../test/support/mail.ts'
import type { ReviewRequest } from './answer-to.ts'
import { mayBeFeedbackFor, mayContradict, seemsAnswerTo } from './broken-answer.ts'
import { parseMessage } from './message.ts'

const parsed = parseMessage(request)
if ('problems' in parsed) throw new Error('the request is valid')
const asked = parsed.value as ReviewRequest

const broken = swap(lgtm, 'merge_ready: true', 'merge_ready: perhaps')
const replyTo = (id: string) =>
  swap(swap(broken, '11:30', '09:30'), 'related_pr:', `parent_message_id: ${id}\nrelated_pr:`)

it.each<[string, string, boolean]>([
  ['about the pull request, and written since', broken, true],
  ['that replies to it', replyTo(asked.id), true],
  ['that replies to something else', replyTo('msg-20260213T0900Z-claude-007'), false],
  ['that is older', swap(broken, '11:30', '09:30'), false],
  ['about another pull request', swap(broken, '"86"', '"87"'), false],
  ['from somebody else', swap(broken, 'from: codex', 'from: gemini'), false],
  ['of another type', swap(broken, 'type: review_lgtm', 'type: question'), false],
  ['that is no message at all', 'hello', false],
])('knows a broken answer: one %s', (_, text, expected) => {
  expect(seemsAnswerTo(asked, text)).toBe(expected)
})

it.each<[string, string, boolean]>([
  ['one of that kind', feedback, true],
  ['one that is cut off', feedback.slice(0, 60), true],
  ['one whose number is cut off', feedback.slice(0, feedback.indexOf('86"') + 1), true],
  ['one whose type is garbled', swap(feedback, 'type: ', 'type: #'), true],
  ['one with two types', `type: question\n${feedback}`, true],
  ['nothing', '', true],
  ['what is no message at all', 'hello', true],
  ['one about another pull request', swap(feedback, '"86"', '"#87"'), false],
  ['one of another type', lgtm, false],
])('takes for feedback that cannot be read, to be safe: %s: %s', (_, text, expected) => {
  expect(mayBeFeedbackFor(asked, text)).toBe(expected)
})

it.each<[string, string, boolean]>([
  ['feedback', feedback, true],
  ['feedback that lost its sender', swap(feedback, 'from: codex\n', ''), true],
  ['feedback whose sender is garbled', swap(feedback, 'from: codex', 'from: *codex'), true],
  ['feedback of somebody else', swap(feedback, 'from: codex', 'from: gemini'), false],
  ['feedback from before the request', swap(feedback, '10:30', '09:30'), false],
  ['feedback whose time is garbled', swap(feedback, 'T10:30', 'T#9:30'), true],
  ['a reply to something else', swap(feedback, 'subject:', 'parent_message_id: msg-other\nsubject:'), false],
  ['an approval', broken, false],
])('takes what cannot be read for feedback against an approval, to be safe: %s: %s', (_, text, expected) => {
  expect(mayContradict(asked, text)).toBe(expected)
})
