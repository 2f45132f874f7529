import { expect, it } from 'vitest'
import { hideValues } from '../../io/masking.ts'
import type { AgentFailure } from '../../types.ts'
import { explainError } from './failure.ts'

const serviceError = (statusCode: number | undefined, message: string, more: object = {}) =>
  Object.assign(Error(message), {
    name: 'AI_APICallError',
    ...(statusCode === undefined ? {} : { statusCode }),
    ...more,
  })

it.each<[status: number | undefined, message: string, expected: AgentFailure]>([
  [401, 'invalid x-api-key', 'not_logged_in'],
  [403, 'Forbidden', 'not_logged_in'],
  [400, 'API key not valid. Please pass a valid API key.', 'not_logged_in'],
  [400, 'prompt is too long: 210000 tokens > 200000 maximum', 'too_long'],
  [400, 'Your input exceeds the context window of this model.', 'too_long'],
  [400, 'The input token count (1200000) exceeds the maximum number of tokens allowed', 'too_long'],
  [413, 'Request too large', 'too_long'],
  [400, 'Your credit balance is too low to access the API.', 'refused'],
  [402, 'Payment required', 'refused'],
  [429, 'Too many requests', 'rate_limited'],
  [429, 'You exceeded your current quota, please check your plan and billing details.', 'rate_limited'],
  [429, 'You exceeded your quota. insufficient_quota', 'refused'],
  [404, 'model: no-such-model', 'misconfigured'],
  [422, 'Unknown field', 'misconfigured'],
  [500, 'Internal error', 'server'],
  [529, 'Overloaded', 'server'],
  [undefined, 'Overloaded', 'server'],
  [undefined, 'This request would exceed your rate limit', 'rate_limited'],
  [undefined, 'Cannot connect to API: connect ECONNREFUSED 127.0.0.1:1', 'unavailable'],
  [undefined, 'Cannot connect to API: getaddrinfo EAI_AGAIN api.example.com', 'server'],
  [200, 'Invalid JSON response', 'malformed'],
])('takes %s %j for %s', (status, message, expected) => {
  const failure = explainError(serviceError(status, message))
  expect(failure.status).toBe(expected)
  expect(failure.reason).toContain(message)
})

it('does not ask again for an answer that is too deep to be read', () => {
  expect(explainError(new RangeError('Maximum call stack size exceeded')).status).toBe('malformed')
})

it('looks at the causes of an error', () => {
  const cause = Object.assign(Error('Headers Timeout Error'), { code: 'UND_ERR_HEADERS_TIMEOUT' })
  expect(explainError(serviceError(undefined, 'Cannot connect', { cause })).status).toBe('timed_out')
  const cut = Object.assign(Error('terminated'), { cause: Object.assign(Error('closed'), { code: 'UND_ERR_SOCKET' }) })
  const broken = explainError(serviceError(200, 'Failed to process successful response', { cause: cut }))
  expect(broken).toMatchObject({ status: 'server', reason: expect.stringContaining('terminated') })
})

it('does not take the words of an answer for the words of the service', () => {
  const error = Object.assign(Error('JSON parsing failed: Text: mind the rate limit'), { name: 'AI_JSONParseError' })
  expect(explainError(error).status).toBe('malformed')
})

it('finds the error that a retry gave up with', () => {
  const error = Object.assign(Error('Failed after 3 attempts'), { lastError: serviceError(401, 'no') })
  expect(explainError(error).status).toBe('not_logged_in')
})

it.each([
  [{ 'retry-after': '7' }, '', 7000],
  [{ 'retry-after': '0.5' }, '', 500],
  [{ 'retry-after-ms': '1500', 'retry-after': '2' }, '', 1500],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:20 GMT' }, '', 10_000],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:05 GMT' }, '', 0],
  [{ 'retry-after': 'soon' }, '', null],
  [{ 'retry-after': '-3' }, '', 0],
  [{ 'retry-after': '99999999999' }, '', 86_400_000],
  [{}, '{"details": [{"@type": "RetryInfo", "retryDelay": "31.4s"}]}', 31_400],
  [{}, '', null],
])('reads how long to wait from %j %s', (responseHeaders, responseBody, expected) => {
  const error = serviceError(429, 'Slow down', { responseHeaders, responseBody })
  expect(explainError(error, () => 10_000).retryAfterMs).toBe(expected)
})

it('masks before it shortens', () => {
  const secret = 'k'.repeat(40)
  const message = `${'x'.repeat(280)} ${secret}`
  hideValues([secret])
  const { reason } = explainError(serviceError(401, message))
  expect(reason).toContain('kkkk…')
  expect(reason).not.toContain('kkkkk')
})

it.each(['text only', { type: 'overloaded_error' }, null, undefined, 7])(
  'explains anything that is thrown: %j',
  (thrown) => {
    expect(explainError(thrown)).toMatchObject({ status: 'server', reason: expect.any(String) })
  },
)
