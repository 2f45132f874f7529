import { expect, it } from 'vitest'
import { applyEdits, type TextEdit } from './text-edits.ts'

const edit = (row: number, column: number, endRow: number, endColumn: number, content: string): TextEdit => ({
  start: { row, column },
  end: { row: endRow, column: endColumn },
  content,
})

const text = 'one\ntwo\r\nthree\n'

it.each([
  ['inside a line', 1, [edit(1, 2, 1, 3, 'N')], { start: 1, end: 1, text: 'oNe' }],
  ['that deletes a line', 2, [edit(2, 1, 3, 1, '')], { start: 2, end: 2, text: '' }],
  ['that inserts below', 2, [edit(3, 1, 3, 1, 'new\n')], { start: 2, end: 2, text: 'two\r\nnew' }],
  ['in two places', 1, [edit(3, 1, 3, 2, 'T'), edit(1, 1, 1, 2, 'O')], { start: 1, end: 3, text: 'One\ntwo\r\nThree' }],
  ['on the last line', 3, [edit(3, 1, 4, 1, '3\n')], { start: 3, end: 3, text: '3' }],
  ['that overlap', 1, [edit(1, 1, 1, 3, 'x'), edit(1, 2, 1, 4, 'y')], null],
  ['that run backwards', 1, [edit(1, 3, 1, 1, 'x')], null],
  ['that do nothing at all', 1, [], null],
])('applies edits %s', (_, line, edits, expected) => {
  expect(applyEdits(text, line, edits)).toEqual(expected)
})
