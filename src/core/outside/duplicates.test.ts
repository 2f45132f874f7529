import { describe, expect, it } from 'vitest'
import { duplicates, type PostedItem } from './duplicates.ts'

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
      'nearly the same sentence about one line',
      [item('a', 3, 'Wrong sign in add. It subtracts.'), item('b', 3, 'Wrong sign in sum. It subtracts.')],
      [[0, 1]],
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
