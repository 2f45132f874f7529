import { expect, it } from 'vitest'
import { explainFailure } from './failure.ts'

const failure = (message: string, more: object) => Object.assign(new Error(message), more)
const answered = (status: number) => ({ status, response: {} })
const timeout = failure('The operation was aborted', { name: 'TimeoutError' })

it.each([
  [failure('aborted', { status: 500, cause: timeout }), 'https://x did not answer within 30 seconds.'],
  [failure('connect ECONNREFUSED', { status: 500 }), 'https://x cannot be reached: connect ECONNREFUSED.'],
  [
    failure('You have exceeded a rate limit. - https://docs.github.com/x', answered(403)),
    'https://x refused (403): You have exceeded a rate limit.',
  ],
  [failure('Slow down', answered(429)), 'https://x refused (429): Slow down.'],
  [failure('Bad Gateway', answered(502)), 'https://x failed (502): Bad Gateway.'],
])('says %s in one sentence', (error, sentence) => {
  expect(explainFailure(error, 'https://x', 30)).toBe(sentence)
})

it('takes no bug for a failure of the network', () => {
  const bug = new TypeError('x is not a function')
  expect(() => explainFailure(bug, 'https://x', 30)).toThrow(bug)
})
