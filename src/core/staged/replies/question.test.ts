import { describe, expect, it } from 'vitest'
import { asksNothing, parseDecision, readQuestion } from './question.ts'

describe('an open question', () => {
  it.each([
    ['[OUTSIDE] Which limit?', 'outside', 'Which limit?'],
    ['**[DECISION]** Which account?', 'decision', 'Which account?'],
    ['[decision]: Ten or twenty?', 'decision', 'Ten or twenty?'],
    ['Should the limit be per user or per address?', 'decision', 'Should the limit be per user or per address?'],
    ['What are the credentials of the mail service?', 'outside', 'What are the credentials of the mail service?'],
    ['Who owns the quota?', 'outside', 'Who owns the quota?'],
    ['What is the production URL?', 'outside', 'What is the production URL?'],
  ])('%j asks for %s', (text, kind, question) => {
    expect(readQuestion(text)).toEqual({ kind, text: question })
  })

  it.each([
    ...[
      'None',
      '- None.',
      '**None.**',
      '_n/a_',
      'N/A.',
      '(none)',
      'No questions.',
      'No further questions at this time.',
    ],
  ])('is none: %j', (text) => {
    expect(asksNothing(text)).toBe(true)
  })

  it.each(['', 'None of the limits fits?', 'No questions, but which port?', 'No tests?', 'None at all for which port'])(
    'may be one: %j',
    (text) => {
      expect(asksNothing(text)).toBe(false)
    },
  )
})

describe('a decision', () => {
  it.each<[string, unknown]>([
    ['DECISION: per user\nREASON: addresses are shared', { decision: 'per user', reason: 'addresses are shared' }],
    ['I think.\r\n\r\nDECISION: a\r\nb\r\nREASON:\r\nc', { decision: 'a\nb', reason: 'c' }],
    ['**DECISION:** a\n**REASON:** b', { decision: 'a', reason: 'b' }],
  ])('is read: %j', (text, value) => {
    expect(parseDecision(text)).toEqual({ value })
  })

  it.each([
    ['', 'missing_decision', 1],
    ['per user', 'missing_decision', 1],
    ['DECISION:\nREASON: b', 'missing_decision', 1],
    ['\nDECISION: a', 'missing_reason', 2],
    ['DECISION: a\nREASON:', 'missing_reason', 1],
    ['REASON: b\nDECISION: a', 'missing_reason', 2],
    ['DECISION: a\nDECISION: b\nREASON: c', 'duplicate_decision', 2],
  ])('is rejected: %j', (text, code, line) => {
    expect(parseDecision(text)).toMatchObject({ problems: [{ code, line }] })
  })
})
