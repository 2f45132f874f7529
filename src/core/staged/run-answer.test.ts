import { expect, it } from 'vitest'
import { type AnswerChoice, allowedAnswers } from './machine/questions.ts'
import { parseRunAnswer, questionWords } from './run-answer.ts'

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

it('says what is asked, about what, and what may be answered', () => {
  const asked = {
    kind: 'soft-limit',
    pass: 'exec',
    round: 3,
    about: ['No test'],
    allowed: ['continue', 'stop'],
  } as const
  const text = questionWords(asked, 'Add limits')
  expect(text).toContain('Add limits (Execution, round 3): the rounds are used up')
  expect(text).toContain('- No test\n')
  expect(text).toContain('  continue: one more round\n  stop: ')
})
