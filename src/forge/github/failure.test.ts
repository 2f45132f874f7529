import { expect, it } from 'vitest'
import { AppRefused, explainFailure, isRefused, lacksRight, limitIn, mayPass } from './failure.ts'

const failure = (message: string, more: object) => Object.assign(new Error(message), more)
const answered = (status: number) => ({ status, response: {} })
const limited = { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for user ID 1.' }] }
/** As the client library throws it where it comes with status 200 and is not waited for. */
const throttled = (headers: object) => failure('GraphQL Rate Limit Exceeded', { data: limited, response: { headers } })
const query = (error: object) => failure('x', { name: 'GraphqlResponseError', errors: [error] })
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
  [throttled({}), 'https://x answered with an error: API rate limit exceeded for user ID 1.'],
])('says %s in one sentence', (error, sentence) => {
  expect(explainFailure(error, 'https://x', 30)).toBe(sentence)
})

it('takes no bug for a failure of the network', () => {
  const bug = new TypeError('x is not a function')
  expect(() => explainFailure(bug, 'https://x', 30)).toThrow(bug)
})

it.each([
  ['a wrong token', failure('Bad credentials', answered(401)), true],
  ['an App without an installation', new AppRefused('The App is not installed.'), true],
  ['the network', failure('connect ECONNREFUSED', { status: 500 }), false],
  ['a missing permission', failure('Resource not accessible', answered(403)), true],
  ['a missing permission of a query', query({ type: 'FORBIDDEN', message: 'Resource not accessible' }), true],
  ['a limit', failure('You have exceeded a secondary rate limit', answered(403)), false],
  ['a wrong question', query({ type: 'undefinedField', message: 'x' }), false],
])('knows whether %s means that nobody is let in', (_what, error, expected) => {
  expect(isRefused(error)).toBe(expected)
})

it.each([
  ['a wrong token', failure('Bad credentials', answered(401)), false],
  ['an App without an installation', new AppRefused('The App is not installed.'), false],
  ['a missing permission', failure('Resource not accessible', answered(403)), true],
  ['a missing permission of a query', query({ type: 'FORBIDDEN', message: 'Resource not accessible' }), true],
  ['a limit', failure('You have exceeded a secondary rate limit', answered(403)), false],
  ['what is not there', failure('Not Found', answered(404)), false],
])('knows whether %s means that a right is missing', (_what, error, expected) => {
  expect(lacksRight(error)).toBe(expected)
})

it.each([
  ['the network', failure('connect ECONNREFUSED', { status: 500 }), true],
  ['a fault', failure('Bad Gateway', answered(502)), true],
  ['a fault that comes as an answer', query({ message: 'Something went wrong while executing your query.' }), true],
  ['a fault that has a name', query({ type: 'INTERNAL', message: 'x' }), true],
  ['a wrong question', query({ type: 'undefinedField', message: 'Timeout is no field' }), false],
  ['a limit', failure('You have exceeded a secondary rate limit', answered(403)), true],
  ['a limit of queries', throttled({}), true],
  ['a wrong token', failure('Bad credentials', answered(401)), false],
  ['a missing permission', failure('Resource not accessible', answered(403)), false],
  ['an App without an installation', new AppRefused('The App is not installed.'), false],
])('knows whether %s may pass', (_what, error, expected) => {
  expect(mayPass(error)).toBe(expected)
})

const now = 1_000_000
const seconds = (reset: number) => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + reset) })

it.each([
  ['as long as it says', throttled({ 'retry-after': '7' }), 7],
  ['until the limit ends', throttled(seconds(3000)), 3000],
  ['a minute where it does not say', throttled({}), 60],
  ['the same in an answer', failure('x', { name: 'GraphqlResponseError', ...limited, headers: seconds(30) }), 30],
  ['not at all where it is no limit', failure('Bad Gateway', answered(502)), null],
])('knows how long a limit lasts: %s', (_how, error, expected) => {
  expect(limitIn(error, now)).toBe(expected)
})
