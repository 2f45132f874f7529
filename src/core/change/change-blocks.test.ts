import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changeOf } from '../../../test/support/change.ts'
import { changeBlocks } from './change-blocks.ts'

const lines = (...words: string[]): string => words.map((word) => `${word}\n`).join('')

it.each<[string, string | null, string | null, unknown[]]>([
  [
    'a replacement',
    lines('a', 'b', 'c'),
    lines('a', 'x', 'y', 'c'),
    [{ start: 2, end: 3, removed: { start: 2, end: 2 }, added: { start: 2, end: 3 } }],
  ],
  [
    'a removal, at the line that follows it',
    lines('a', 'b', 'c', 'd'),
    lines('a', 'd'),
    [{ start: 2, end: 2, removed: { start: 2, end: 3 }, added: null }],
  ],
  [
    'an addition',
    lines('a', 'd'),
    lines('a', 'b', 'd'),
    [{ start: 2, end: 2, removed: null, added: { start: 2, end: 2 } }],
  ],
  [
    'several in one hunk, each with its own lines',
    lines('a', 'b', 'c', 'd', 'e', 'f'),
    lines('a', 'c', 'd', 'x', 'e', 'y'),
    [
      { start: 2, end: 2, removed: { start: 2, end: 2 }, added: null },
      { start: 4, end: 4, removed: null, added: { start: 4, end: 4 } },
      { start: 6, end: 6, removed: { start: 6, end: 6 }, added: { start: 6, end: 6 } },
    ],
  ],
  ['a new file', null, lines('a', 'b'), [{ start: 1, end: 2, removed: null, added: { start: 1, end: 2 } }]],
  ['a deleted file', lines('a', 'b'), null, [{ start: 1, end: 1, removed: { start: 1, end: 2 }, added: null }]],
  ['no change', lines('a'), lines('a'), []],
])('finds %s', (_, before, after, blocks) => {
  expect(changeBlocks(changeOf('a.ts', before, after))).toEqual(blocks)
})

it('gives the same blocks with and without context lines, and every changed line to one of them', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 30 }).map((words) => lines(...words))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const [bare, wide] = [changeOf('a.ts', before, after, 0), changeOf('a.ts', before, after, 3)]
      const blocks = changeBlocks(bare)
      expect(changeBlocks(wide)).toEqual(blocks)
      expect(blocks.flatMap(({ added }) => added ?? [])).toEqual(bare.added)
      expect(blocks.flatMap(({ removed }) => removed ?? [])).toEqual(bare.removed)
    }),
  )
})
