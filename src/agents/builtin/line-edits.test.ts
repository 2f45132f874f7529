import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editFor, type LineEdit, lineEdits, replacementText } from './line-edits.ts'

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '  x'), { maxLength: 12 })

function apply(before: readonly string[], edits: readonly LineEdit[]): string[] {
  return edits.reduceRight<string[]>(
    (text, edit) => text.toSpliced(edit.start - 1, edit.end - edit.start + 1, ...edit.replacement),
    [...before],
  )
}

it('turns one text into the other', () => {
  fc.assert(
    fc.property(fc.tuple(fc.constantFrom('first'), lines), lines, ([first, rest], after) => {
      const before = [first, ...rest]
      expect(apply(before, lineEdits(before, after))).toEqual(after)
    }),
  )
})

it.each([
  ['a changed line', ['a', 'b', 'c'], ['a', 'x', 'c'], [{ start: 2, end: 2, replacement: ['x'] }]],
  ['a removed line', ['a', 'b', 'c'], ['a', 'c'], [{ start: 2, end: 2, replacement: [] }]],
  [
    'an added line, with the one before it',
    ['a', 'c'],
    ['a', 'b', 'c'],
    [{ start: 1, end: 1, replacement: ['a', 'b'] }],
  ],
  [
    'two places',
    ['a', 'b', 'c'],
    ['x', 'b', 'y'],
    [
      { start: 1, end: 1, replacement: ['x'] },
      { start: 3, end: 3, replacement: ['y'] },
    ],
  ],
  ['nothing', ['a'], ['a'], []],
])('finds %s', (_, before, after, expected) => {
  expect(lineEdits(before, after)).toEqual(expected)
})

it('gives the replacement without the final line break of either kind', () => {
  expect(replacementText({ start: 1, end: 1, replacement: ['a\r', 'b\r'] })).toBe('a\r\nb')
  expect(replacementText({ start: 1, end: 1, replacement: ['a', ''] })).toBe('a\n\n')
})

it('picks an edit only when the change added all its lines', () => {
  const before = ['1', '2', '3', '4', '5', '6']
  const edits = [{ start: 4, end: 5, replacement: ['x'] }]
  expect(editFor(before, edits, [{ start: 4, end: 5 }], { start: 5, end: 5 })).toBe(edits[0])
  expect(editFor(before, edits, [{ start: 5, end: 6 }], { start: 5, end: 5 })).toBeNull()
  expect(editFor(before, edits, [{ start: 1, end: 9 }], { start: 6, end: 6 })).toBeNull()
})

it('picks no edit that is half of a repair', () => {
  const before = ['a = (', '  x', ') === NaN']
  const edits = lineEdits(before, ['a = isNaN((', '  x', '))'])
  expect(edits).toHaveLength(2)
  expect(editFor(before, edits, [{ start: 1, end: 3 }], { start: 3, end: 3 })).toBeNull()
})
