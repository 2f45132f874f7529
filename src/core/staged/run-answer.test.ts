import { expect, it } from 'vitest'
import { type AnswerChoice, allowedAnswers } from './machine/questions.ts'
import {
  answerLine,
  answerWords,
  decisionLine,
  parseRunAnswer,
  questionLine,
  questionTopic,
  questionWords,
} from './run-answer.ts'

it.each<[string, readonly AnswerChoice[], object]>([
  ['continue', allowedAnswers['soft-limit'], { choice: 'continue', text: '' }],
  [' Stop: too dear ', allowedAnswers.stuck, { choice: 'stop', text: 'too dear' }],
  ['use redis', allowedAnswers.decision, { choice: 'text', text: 'use redis' }],
  ['stop', allowedAnswers.decision, { choice: 'stop', text: '' }],
  ['leave - later', allowedAnswers.ignores, { choice: 'leave', text: 'later' }],
])('takes %j', (said, allowed, value) => {
  expect(parseRunAnswer(said, allowed)).toEqual({ value })
})

it.each<[string, readonly AnswerChoice[]]>([
  ['', allowedAnswers.decision],
  ['accept', allowedAnswers.stuck],
  ['yes please', allowedAnswers.drift],
])('does not guess what %j means', (said, allowed) => {
  expect(parseRunAnswer(said, allowed)).toHaveProperty('problems')
})

const asked = {
  kind: 'soft-limit',
  pass: 'exec',
  round: 3,
  about: ['No test'],
  allowed: ['continue', 'stop'],
} as const
const chosen = { ...asked, kind: 'decision', about: ['Which?'], allowed: ['text', 'stop'] } as const

it('says what is asked, about what, and what may be answered', () => {
  const text = questionWords(asked, 'Add limits')
  expect(text).toContain('Add limits (Execution, round 3): the rounds are used up')
  expect(text).toContain('- No test\n')
  expect(text).toContain('  continue: one more round\n  stop: ')
})

it('names short things side by side', () => {
  const text = questionWords({ ...asked, kind: 'ignores', about: ['*.pem', '*.key'] }, 'Add limits')
  expect(text).toContain('\n- *.pem, *.key\n')
})

it.each([
  [asked, 'the rounds are used up, and this still blocks: No test'],
  [
    { ...asked, about: ['a', 'b', 'c', 'd', 'e'] },
    'the rounds are used up, and this still blocks: a; b; c; and 2 more',
  ],
  [
    { ...asked, kind: 'unchanged', about: [] },
    'the execution changed nothing: the files are as they were when the run began',
  ],
  [
    { ...asked, kind: 'blocked', about: ['user-abort'] },
    'it was not delivered the last time, because of: an interruption',
  ],
] as const)('says in short what %j is about', (question, topic) => {
  expect(questionTopic(question)).toBe(topic)
})

it('says the same on one line', () => {
  expect(questionLine(asked)).toBe(
    'Question: the rounds are used up, and this still blocks: No test (continue or stop)',
  )
  expect(questionLine(chosen)).toBe('Question: somebody has to choose: Which? (words or stop)')
})

it.each([
  [{ choice: 'continue', text: '' }, asked, 'continue (one more round)', 'continue'],
  [
    { choice: 'stop', text: 'too dear' },
    asked,
    'stop (end the run here; it can be resumed): too dear',
    'stop: too dear',
  ],
  [{ choice: 'text', text: 'redis' }, chosen, 'redis', 'redis'],
] as const)('says what %j means', (answer, question, line, words) => {
  expect([answerLine(answer, question), answerWords(answer)]).toEqual([line, words])
})

it.each([
  [{ choice: 'continue', text: 'It is near.' }, 'Decided by codex: continue (It is near.)'],
  [{ choice: 'text', text: 'redis' }, 'Decided by codex: redis (It is near.)'],
] as const)('says what a reviewer decided, and why, once: %j', (answer, line) => {
  const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: 0 }
  const decided = { type: 'decided', question: asked, answer, reason: 'It is near.', by: 'codex', usage } as const
  expect(decisionLine(decided)).toBe(line)
})
