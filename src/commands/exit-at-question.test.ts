import { expect, it } from 'vitest'
import { exitAtQuestion } from './exit-at-question.ts'

it.each([
  ['a question that nobody was there to answer', {}, new AbortController().signal, 4],
  ['a question at which it was stopped', {}, AbortSignal.abort(), 130],
  ['an end that came before the stop', null, AbortSignal.abort(), 4],
])('%s', (_, question, signal, code) => {
  expect(exitAtQuestion({ question }, 4, { signal })).toBe(code)
})
