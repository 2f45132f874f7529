import { describe, expect, it } from 'vitest'
import type { AgentFailure } from '../../types.ts'
import { describeFailure, failureOfError, failureOfStatus } from './failure.ts'
import { countAt, objectsAt, parseJsonLine, parseJsonObject } from './json.ts'
import { type Evidence, endedEarly, judge } from './outcome.ts'
import { watchRetries } from './retries.ts'
import { usageWithCacheInside } from './usage.ts'
import { isAtLeast } from './version.ts'

const end = { exitCode: 0, signal: null, stderr: '', file: () => undefined }

describe('a line of output', () => {
  it.each([
    ['{"type":"result"}', { type: 'result' }],
    ['  {"a":{"b":[1]}}\r', { a: { b: [1] } }],
    ['', undefined],
    ['Loading…', undefined],
    ['[1,2]', undefined],
    ['null', undefined],
    ['"text"', undefined],
    ['{"cut":', undefined],
    ['{not json}', undefined],
  ])('%j is an object or nothing', (line, expected) => {
    expect(parseJsonLine(line)).toEqual(expected)
  })

  it('may be very long', () => {
    expect(parseJsonLine(JSON.stringify({ text: 'x'.repeat(20_000_000) }))?.text).toHaveLength(20_000_000)
  })

  it('has counts that are never negative, fractional or text', () => {
    const object = parseJsonObject('{"a":3,"b":-1,"c":"7","d":2.9}')
    expect(['a', 'b', 'c', 'd', 'e'].map((key) => countAt(object, key))).toEqual([3, 0, 0, 2, 0])
  })

  it('has lists whose other members are passed over', () => {
    expect(objectsAt({ list: [1, { a: 1 }, null, [2]] }, 'list')).toEqual([{ a: 1 }])
    expect(objectsAt({ list: 'none' }, 'list')).toEqual([])
  })
})

describe('a failed request', () => {
  it.each<[number, AgentFailure]>([
    [400, 'refused'],
    [401, 'not_logged_in'],
    [402, 'refused'],
    [403, 'not_logged_in'],
    [404, 'misconfigured'],
    [408, 'server'],
    [413, 'too_long'],
    [422, 'refused'],
    [429, 'rate_limited'],
    [500, 'server'],
    [503, 'server'],
    [529, 'rate_limited'],
  ])('with status %i is %s', (status, failure) => {
    expect(failureOfStatus(status)).toBe(failure)
  })

  it.each<[number | undefined, string, AgentFailure]>([
    [400, 'prompt is too long: 210000 tokens > 200000 maximum', 'too_long'],
    [400, "This model's maximum context length is 128000 tokens", 'too_long'],
    [400, 'Your credit balance is too low', 'refused'],
    [429, 'You exceeded your current quota (insufficient_quota)', 'refused'],
    [429, 'slow down', 'rate_limited'],
    [400, 'The model `x` does not exist', 'misconfigured'],
    [503, 'The model is overloaded', 'rate_limited'],
    [401, 'overloaded', 'not_logged_in'],
    [undefined, 'Overloaded', 'rate_limited'],
    [undefined, 'socket hang up', 'server'],
    [undefined, 'Loop detection halted the run', 'malformed'],
  ])('with status %s and the words %j is %s', (status, words, failure) => {
    expect(failureOfError(status, words)).toBe(failure)
  })

  it('is told in one short line', () => {
    const reason = describeFailure('server', `a\n\u001b[31mb${'c'.repeat(1000)}`)
    expect(reason).toMatch(/^The model service failed: a \[31mbc+…$/)
    expect(reason.length).toBeLessThan(400)
    expect(describeFailure('timed_out', '  ')).toBe('The time is used up')
  })
})

describe('an answer', () => {
  const good: Evidence = {
    ended: true,
    text: 'Fine.',
    structured: undefined,
    needsStructured: false,
    outputTokens: 1,
  }

  it('is believed when everything speaks for it', () => {
    expect(judge(good, end)).toEqual({
      status: 'ok',
      reason: null,
      text: 'Fine.',
      structured: null,
      retryAfterMs: null,
    })
    expect(judge({ ...good, text: '', needsStructured: true, structured: { a: 1 } }, end)).toMatchObject({
      status: 'ok',
      structured: { a: 1 },
    })
  })

  it.each<[string, Partial<Evidence>, Partial<typeof end> | { signal: string }, AgentFailure]>([
    ['there was no last event', { ended: false }, {}, 'crashed'],
    ['it is empty', { text: ' \n' }, {}, 'malformed'],
    ['no tokens were counted', { outputTokens: 0 }, {}, 'malformed'],
    ['the object is missing', { needsStructured: true }, {}, 'malformed'],
    ['the program failed after it', {}, { exitCode: 1 }, 'crashed'],
    ['the program was killed after it', {}, { signal: 'SIGTERM' }, 'crashed'],
  ])('is not believed when %s', (_, evidence, ending, status) => {
    expect(judge({ ...good, ...evidence }, { ...end, ...ending })).toMatchObject({ status })
  })
})

describe('an end without an answer', () => {
  it.each<[stderr: string, AgentFailure]>([
    ['', 'crashed'],
    ['Segmentation fault', 'crashed'],
    ["error: unknown option '--restricted'", 'misconfigured'],
    ["error: unexpected argument '--json' found", 'misconfigured'],
    ['Error: Unknown feature flag: goals', 'misconfigured'],
    ['Error: piped stdin input exceeds 10MB.', 'too_long'],
    ['turn/start failed: Input exceeds the maximum length of 1048576 characters.', 'too_long'],
  ])('with %j on standard error is classified', (stderr, status) => {
    expect(endedEarly({ ...end, exitCode: 1, stderr })).toMatchObject({ status })
  })

  it('says how it ended and the last line of standard error', () => {
    expect(endedEarly({ ...end, exitCode: 3, stderr: 'noise\nlast words\n' }).reason).toBe(
      'The program ended without an answer: it ended with exit code 3: last words',
    )
    expect(endedEarly({ ...end, exitCode: 0, stderr: '' })).toMatchObject({
      status: 'crashed',
      reason: 'The program ended without an answer: it ended with exit code 0 without a result',
    })
    expect(endedEarly({ ...end, exitCode: null, signal: 'SIGKILL' }).reason).toContain('SIGKILL')
  })
})

describe('retries of the program', () => {
  it.each<[AgentFailure, waits: (number | null)[], retryAfterMs: number | null | undefined]>([
    ['not_logged_in', [500], null],
    ['refused', [500], null],
    ['server', [500, 900], undefined],
    ['server', [500, 900, 1900], null],
    ['server', [null, null], undefined],
    ['rate_limited', [600, 1200], undefined],
    ['rate_limited', [600, 1200, 2000], null],
    ['rate_limited', [30_000], 30_000],
    ['rate_limited', [null], null],
  ])('after %s with waits %j', (failure, waits, retryAfterMs) => {
    const watch = watchRetries()
    for (const wait of waits) watch.retried(failure, 'words', wait)
    expect(watch.verdict()).toEqual(
      retryAfterMs === undefined ? null : expect.objectContaining({ status: failure, retryAfterMs }),
    )
  })

  it('are forgotten when the model answers in between', () => {
    const watch = watchRetries()
    for (let round = 0; round < 4; round++) {
      watch.retried('server', 'words', 500)
      watch.retried('server', 'words', 500)
      watch.recovered()
    }
    expect(watch.verdict()).toBeNull()
  })
})

it('takes cached tokens out of the input', () => {
  expect(usageWithCacheInside(2400, 400, 100)).toEqual({
    inputTokens: 2000,
    cachedTokens: 400,
    outputTokens: 100,
    costUsd: null,
  })
  expect(usageWithCacheInside(100, 400, 1)).toMatchObject({ inputTokens: 0, cachedTokens: 100 })
})

it.each([
  ['2.1.325 (Claude Code)', '2.1.259', true],
  ['2.1.259', '2.1.259', true],
  ['2.1.99', '2.1.259', false],
  ['3.0.0', '2.1.259', true],
  ['1.9.999', '2.1.0', false],
  ['codex-cli 0.166.0', '0.165.9', true],
  [null, '2.1.259', true],
  ['who knows', '2.1.259', true],
])('version %j is at least %s: %s', (printed, wanted, expected) => {
  expect(isAtLeast(printed, wanted)).toBe(expected)
})
