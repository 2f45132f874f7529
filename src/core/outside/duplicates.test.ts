import { describe, expect, it } from 'vitest'
import { duplicates } from './duplicates.ts'
import type { PostedItem } from './types.ts'

const item = (reviewer: string, line: number | null, body: string, more: Partial<PostedItem> = {}): PostedItem => ({
  reviewer,
  file: 'src/pool.ts',
  line,
  startLine: null,
  originalLine: null,
  severity: null,
  actionable: true,
  title: body.split('.')[0] ?? '',
  body,
  suggestion: null,
  pathHash: null,
  nativeId: null,
  remark: false,
  inPrompt: false,
  ...more,
})

const leak = 'The connection is never released when the query throws, so the pool runs empty.'
const leakToo = 'If the query throws, the connection never goes back to the pool and is leaked.'
const unit = 'The timeout is given in seconds here, while the driver expects milliseconds.'

describe('duplicates', () => {
  it.each<[string, readonly PostedItem[], readonly (readonly number[])[]]>([
    ['two reviewers about one place', [item('a', 10, leak), item('b', 12, leakToo)], [[0, 1]]],
    ['different problems on one line', [item('a', 10, leak), item('b', 10, unit)], [[0], [1]]],
    ['the same words far away', [item('a', 10, leak), item('b', 90, leak)], [[0], [1]]],
    [
      'the same sentence about two things',
      [item('a', 2, 'Wrong sign in add. It subtracts.'), item('b', 3, 'Wrong sign in more. It subtracts.')],
      [[0], [1]],
    ],
    [
      'the same sentence about two things in one line',
      [item('a', 3, 'No null check on `user`. It throws.'), item('b', 3, 'No null check on `order`. It throws.')],
      [[0], [1]],
    ],
    [
      'the same sentence with much more',
      [
        item('a', 10, leak),
        item(
          'b',
          12,
          `Overview. ${leak} A handle that nobody owns keeps its socket, and its server counts it against the limit of this account. Under load new requests wait until their deadline and are answered with an outage page, which clients repeat at once. Wrap both statements, test with a fake driver that rejects, and watch the gauge of idle sockets afterwards; our runbook tells how to drain them by hand meanwhile.`,
        ),
      ],
      [[0, 1]],
    ],
    [
      'one reviewer again, without a line',
      [item('a', null, leak), item('a', null, `Again: ${leak.toLowerCase()}`), item('a', null, unit)],
      [[0, 1], [2]],
    ],
    ['other files', [item('a', 10, leak), item('b', 10, leakToo, { file: 'src/other.ts' })], [[0], [1]]],
    ['two things of one reviewer', [item('a', 10, leak), item('a', 12, leakToo)], [[0], [1]]],
    [
      'a prompt that says again what one said inline',
      [item('a', 10, leak), item('a', 12, leakToo, { startLine: 9, inPrompt: true })],
      [[0, 1]],
    ],
    ['a prompt about another place', [item('a', 10, leak), item('a', 14, leakToo, { inPrompt: true })], [[0], [1]]],
    [
      'two entries of one prompt',
      [item('a', 10, leak, { inPrompt: true }), item('a', 10, leakToo, { inPrompt: true })],
      [[0], [1]],
    ],
    ['the same word for word again', [item('a', 10, leak), item('a', 10, leak)], [[0, 1]]],
    [
      'the same native id after a shift',
      [item('a', 10, leak, { nativeId: 'a:1' }), item('a', 60, unit, { nativeId: 'a:1' })],
      [[0, 1]],
    ],
    [
      'an outdated comment by its old line',
      [item('a', 10, leak), item('b', null, leakToo, { originalLine: 11 })],
      [[0, 1]],
    ],
    [
      'an outdated comment that was elsewhere',
      [item('a', 10, leak), item('b', null, leakToo, { originalLine: 90 })],
      [[0], [1]],
    ],
  ])('of %s', (_, items, groups) => {
    expect(duplicates(items)).toEqual(groups)
  })

  it.each([
    [
      0,
      'Wrong sign in add. It subtracts where it should add: a bug.',
      'The number one is wrong. This is a bug, use two.',
    ],
    [
      1,
      'The last element of the list is skipped.',
      'The list is changed in the loop: removing an element skips the next.',
    ],
    [
      2,
      'Cache key ignores the tenant. Users see data of others.',
      'Cache never expires. Stale data of users is served.',
    ],
    [0, 'Password is logged in plain text. Redact it.', 'Password is stored in plain text. Hash it.'],
    [0, 'The error is swallowed. The catch block ignores it.', 'The error has no cause. The catch block drops it.'],
    [0, '`token` is logged. Whoever reads the log can use it.', '`token` never expires. Whoever has it can use it.'],
    [0, '`config` may be null here. Potential crash.', '`config` is never released. Potential memory leak.'],
    [1, '`parse` throws on empty input. Check for it first.', '`parse` accepts less than zero. Check for it first.'],
  ])('keeps different problems apart, %i lines from each other: %s', (distance, one, other) => {
    expect(duplicates([item('a', 10, one), item('b', 10 + distance, other)])).toEqual([[0], [1]])
  })

  it.each([
    [
      2,
      'The file is never closed. Every call leaks a handle.',
      'File handle leak: the file is not closed after a call.',
    ],
    [
      0,
      'Missing await on `save()`. Errors are lost.',
      'The promise of `save()` is not awaited, and its errors are lost.',
    ],
    [
      0,
      'Off by one: the loop skips the last element.',
      'The last element is skipped. The bound of the loop is off by one.',
    ],
    [
      1,
      'The passwords are compared with ==: a timing attack.',
      'Timing attack. Passwords should not be compared with ==.',
    ],
  ])('joins what two say in their own words, %i lines from each other: %s', (distance, one, other) => {
    expect(duplicates([item('a', 10, one), item('b', 10 + distance, other)])).toEqual([[0, 1]])
  })

  it.each([
    ['the same', 10, '  pool.release(connection)\n', [[0, 1]]],
    ['another', 10, 'pool.size = 4', [[0], [1]]],
    ['the same elsewhere', 16, 'pool.release(connection)', [[0], [1]]],
  ])('compares what is to stand there: %s', (_, line, suggestion, groups) => {
    const one = item('a', 10, 'Nobody gives it back.', { suggestion: 'pool.release(connection)' })
    expect(duplicates([one, item('b', line, 'This leaks.', { suggestion })])).toEqual(groups)
  })

  it('compares code where the languages differ', () => {
    const japanese = item('a', 10, '接続が解放されていません。\n\n```suggestion\n  pool.release(connection)\n```')
    const english = item('b', 10, 'This leaks a connection.\n\n```suggestion\n  pool.release(connection)\n```')
    expect(duplicates([japanese, english])).toEqual([[0, 1]])
  })

  it('puts every item into one group', () => {
    const items = [item('a', 10, leak), item('b', 11, unit), item('c', 12, leakToo), item('d', 13, unit)]
    expect(duplicates(items).flat().sort()).toEqual([0, 1, 2, 3])
    expect(duplicates([])).toEqual([])
  })
})
