import { expect, it } from 'vitest'
import { cutToWidth, displayWidth, wrap } from './width.ts'

it.each([
  ['', 0],
  ['abc', 3],
  ['漢字', 4],
  ['e\u0301', 1],
  ['😀', 2],
  ['\u001b[1mbold\u001b[22m é', 6],
])('measures %j as %i columns', (text, width) => {
  expect(displayWidth(text)).toBe(width)
})

it.each([
  ['short', 10, 'short'],
  ['exactly 10', 10, 'exactly 10'],
  ['longer than 10', 10, 'longer th…'],
  ['漢字漢字漢字', 6, '漢字…'],
])('cuts %j to %i columns', (text, width, expected) => {
  expect(cutToWidth(text, width)).toBe(expected)
})

it.each([
  ['one two three', 8, ['one two', 'three']],
  ['- item that wraps', 10, ['- item', '  that', '  wraps']],
  ['first\n\nsecond', 20, ['first', '', 'second']],
  ['    indented text here', 14, ['    indented', '    text here']],
  ['averyveryverylongword x', 8, ['averyveryverylongword', 'x']],
  ['', 8, ['']],
])('wraps %j', (text, width, expected) => {
  expect(wrap(text, width)).toEqual(expected)
})
