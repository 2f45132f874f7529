import { describe, expect, it } from 'vitest'
import { addressed, feedback, lgtm, note, request, swap } from '../../../test/support/mail.ts'
import { type Message, type MessageOf, parseMessage } from './message.ts'
import type { PacketGate } from './packet-gate.ts'
import { budgetOf, decideAnswer, isAnswerOf, isApproval, pullRequestOf, roundOf } from './round.ts'

function read(text: string): Message {
  const parsed = parseMessage(text)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

function asked(text = request): MessageOf<'review_request'> {
  const message = read(text)
  if (message.type !== 'review_request') throw new Error(message.type)
  return message
}

const second = swap(feedback, 'round: 1\n', 'round: 2\n')

describe('the round of a request', () => {
  it.each<[string, string, string[], number]>([
    ['what it says', swap(request, 'pr: 86\n', 'pr: 86\n  review_round: 3\n'), [], 3],
    ['the first without an earlier answer', request, [], 1],
    ['one more than there is feedback', request, [feedback], 2],
    ['one more than the rounds with feedback', request, [feedback, second], 3],
    ['not more for feedback that was sent twice', request, [feedback, feedback], 2],
    ['not more for feedback on something else', request, [swap(feedback, '"86"', '"87"')], 1],
    ['not more for feedback to somebody else', request, [swap(feedback, 'to: claude', 'to: gemini')], 1],
    ['not more for other messages', request, [lgtm, note], 1],
  ])('is %s', (_, text, outbox, round) => {
    expect(roundOf(asked(text), outbox.map(read))).toBe(round)
  })
})

describe('the round of an approval', () => {
  it.each<[string, string, string[], number]>([
    ['what it says', swap(lgtm, 'merge_ready: true\n', 'merge_ready: true\n  review_round: 3\n'), [feedback], 3],
    ['the first without feedback', lgtm, [], 1],
    ['one more than the rounds with feedback', lgtm, [feedback, second, second], 3],
    ['not more for feedback that came later', lgtm, [feedback, swap(second, 'T10:30', 'T12:30')], 2],
  ])('is %s', (_, text, sent, round) => {
    const approval = read(text)
    expect(approval.type === 'review_lgtm' && roundOf(approval, sent.map(read))).toBe(round)
  })
})

const pass: PacketGate = { result: 'pass', reasons: [], notices: [] }
const blocked: PacketGate = { result: 'blocked', reasons: ['F-001'], notices: [] }
const unreadable: PacketGate = { result: 'unreadable', reasons: ['line 1'], notices: [] }

describe('the answer to a request', () => {
  it.each([
    ['approves what passes', pass, 1, 2, 'within', 'review_lgtm', undefined],
    ['approves in the last round too', pass, 2, 2, 'within', 'review_lgtm', undefined],
    ['sends back what is blocked', blocked, 1, 2, 'within', 'review_feedback', null],
    ['gives up in the last round', blocked, 2, 2, 'within', 'review_feedback', 'max_rounds_exceeded'],
    ['goes on where three are allowed', blocked, 2, 3, 'within', 'review_feedback', null],
    ['does not go on after three', blocked, 3, 9, 'within', 'review_feedback', 'max_rounds_exceeded'],
    ['does not approve what cannot be read', unreadable, 1, 2, 'within', 'review_feedback', null],
    ['does not approve what was cut short', pass, 1, 2, 'exceeded', 'review_feedback', 'reviewer_budget_exceeded'],
    ['names the budget before the rounds', blocked, 2, 2, 'exceeded', 'review_feedback', 'reviewer_budget_exceeded'],
  ] as const)('%s', (_, gate, round, maxRounds, budget, type, escalation) => {
    expect(decideAnswer({ gate, round, maxRounds, budget })).toEqual(
      escalation === undefined ? { type } : { type, escalation },
    )
  })
})

it.each([
  ['says so twice', lgtm, true],
  ['says that the gate failed', swap(lgtm, 'result: pass', 'result: fail'), false],
  ['says that it may not be merged', swap(lgtm, 'ready: true', 'ready: false'), false],
  ['is feedback', feedback, false],
])('takes for an approval only what %s', (_, text, expected) => {
  expect(isApproval(read(text))).toBe(expected)
})

it('gives a reviewer what the request says, else the usual', () => {
  expect(budgetOf(asked())).toEqual({ turns: 8, seconds: 600 })
  const bare = swap(request, '  max_turns_reviewer: 8\n  max_runtime_s_reviewer: 600\n', '')
  expect(budgetOf(asked(bare))).toEqual({ turns: 8, seconds: 600 })
  expect(budgetOf(asked(swap(request, 'reviewer: 600', 'reviewer: 30')))).toEqual({ turns: 8, seconds: 30 })
})

it('knows which pull request a message is about', () => {
  expect([request, feedback, addressed, note].map((text) => pullRequestOf(read(text)))).toEqual([86, 86, 86, 91])
  expect(pullRequestOf(read(swap(feedback, 'related_pr: "86"\n', '')))).toBeNull()
})

describe('an answer in the outbox', () => {
  const commit = (text: string, digit: string) =>
    swap(text, 'subject:', `context_keys: "commit: ${digit.repeat(40)}"\nsubject:`)
  const asking = commit(swap(request, 'branch:', 'review_round: 1\n  branch:'), 'a')
  const answer = commit(swap(feedback, 'subject:', 'parent_message_id: msg-20260213T1000Z-claude-001\nsubject:'), 'a')

  const approval = commit(swap(lgtm, 'subject:', 'parent_message_id: msg-20260213T1000Z-claude-001\nsubject:'), 'a')

  it.each<[string, string, string, boolean]>([
    ['is that of its request', asking, answer, true],
    ['is that of a request that says no more than its id', request, answer, true],
    ['is not that of another id', swap(asking, 'claude-001', 'claude-002'), answer, false],
    ['is not that of somebody else', swap(asking, 'from: claude', 'from: gemini'), answer, false],
    ['is not that of another pull request', asking.replaceAll('86', '87'), answer, false],
    ['is not that of another round', swap(asking, 'review_round: 1', 'review_round: 2'), answer, false],
    ['is not that of another commit', asking.replace('a'.repeat(40), 'b'.repeat(40)), answer, false],
    ['is that of any round where it names none', swap(asking, 'review_round: 1', 'review_round: 2'), approval, true],
    ['is no other message', asking, swap(note, 'msg-20260228T2300Z-codex-007', 'msg-20260213T1000Z-claude-001'), false],
  ])('%s', (_, one, other, expected) => {
    expect(isAnswerOf(read(one), read(other))).toBe(expected)
  })
})
