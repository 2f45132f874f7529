import { expect, it } from 'vitest'
import { shortened } from './shortened.ts'

it.each([
  ['what fits as it is', 'abc', 3, 'abc'],
  ['what does not with a sign', 'abcd', 3, 'ab…'],
  ['no space before the sign', 'ab cd', 4, 'ab…'],
  ['no half of a character', 'a\u{1f600}b', 3, 'a…'],
])('gives %s', (_, text, length, expected) => {
  expect(shortened(text, length)).toBe(expected)
})
