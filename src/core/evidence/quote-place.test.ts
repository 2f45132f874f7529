import { expect, it } from 'vitest'
import { indexText } from './evidence.ts'
import { placeOf } from './quote-place.ts'

const text = `function one(x, y) {
  return x / y
}

function two(x, y) {
  if (y) {
    return y
  }
  return x / y
}
`

it.each([
  ['under its own function', text, 'return x / y', 2, 'function one(x, y) {'],
  ['not under a block that has ended', text, 'return x / y', 9, 'function two(x, y) {'],
  ['as a part of the line, with other white space', text, 'x  /  y', 9, 'function two(x, y) {'],
  ['nowhere where it is the only one', text, 'return y', 7, null],
  ['nowhere at the margin', 'a()\nb()\na()\n', 'a()', 3, null],
  ['nowhere where it is not quoted from', text, 'return z', 2, null],
])('a quote stands %s', (_, content, quote, line, expected) => {
  expect(placeOf(content, indexText(content), quote, line)).toBe(expected)
})
