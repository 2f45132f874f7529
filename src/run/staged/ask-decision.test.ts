import { expect, it } from 'vitest'
import { answering, askingOf, startedWith, viewAfter, written } from '../../../test/support/staged-asking.ts'
import type { AskedQuestion } from '../../core/staged/machine/questions.ts'
import type { AgentReply } from '../../types.ts'
import { askDecision } from './ask-decision.ts'

const choice: AskedQuestion = {
  kind: 'decision',
  pass: 'plan',
  round: 1,
  about: ['Per account?'],
  allowed: ['text', 'stop'],
}
const limit: AskedQuestion = {
  kind: 'soft-limit',
  pass: 'plan',
  round: 3,
  about: ['No tests'],
  allowed: ['continue', 'stop'],
}
const run = viewAfter(startedWith(), { type: 'entered', pass: 'plan' }, written('plan'))

function decide(question: AskedQuestion, reply: string | Partial<AgentReply>) {
  const agent = answering(reply)
  return { agent, fact: askDecision({ step: 'consult', question }, run, askingOf(agent)) }
}

it.each<[AskedQuestion, string, { choice: string; text: string }]>([
  [choice, 'DECISION: Per account.\nREASON: It is simpler.', { choice: 'text', text: 'Per account.' }],
  [choice, 'DECISION: stop\nREASON: It is simpler.', { choice: 'text', text: 'stop' }],
  [limit, 'DECISION: continue\nREASON: It is simpler.', { choice: 'continue', text: 'It is simpler.' }],
  [limit, 'DECISION: **Stop**.\nREASON: It is simpler.', { choice: 'stop', text: 'It is simpler.' }],
])('decides %j by %j', async (question, reply, answer) => {
  const { agent, fact } = decide(question, reply)
  expect(await fact).toEqual({
    type: 'decided',
    question,
    answer,
    reason: 'It is simpler.',
    by: 'played',
    usage: expect.objectContaining({ inputTokens: 5 }),
  })
  expect(agent.tasks).toEqual([
    expect.objectContaining({ role: 'reviewer', name: 'decision', round: question.round, mayWrite: false }),
  ])
  expect(agent.tasks[0]?.prompt).toContain(question.about[0])
})

it.each<[string, AskedQuestion, string | Partial<AgentReply>, RegExp]>([
  ['crashed', choice, { status: 'crashed', reason: 'exit code 1' }, /exit code 1/],
  ['did not decide', choice, 'It depends.', /missing_decision/],
  ['gave no reason', choice, 'DECISION: Per account.', /missing_reason/],
  ['decided twice', choice, 'DECISION: a\nREASON: b\nDECISION: c', /duplicate_decision/],
  ['chose what may not be chosen', limit, 'DECISION: ask again\nREASON: b', /"ask again" is none of: continue, stop/],
])('leaves it to a person when the reviewer %s', async (_, question, reply, reason) => {
  expect(await decide(question, reply).fact).toMatchObject({
    type: 'undecided',
    reason: expect.stringMatching(reason),
    usage: { inputTokens: 5 },
  })
})
