import { expect, it } from 'vitest'
import { visible, visibleLine } from './visible.ts'

it.each([
  ['\u001b[31mred', '\\x1b[31mred'],
  ['\u009b31m', '\\x9b31m'],
  ['a\u0007\u0000b', 'a\\x07\\x00b'],
  ['\u007f', '\\x7f'],
  ['\u202eabc\u2066', '\\u202eabc\\u2066'],
  ['zero\u200bwidth\ufeff', 'zero\\u200bwidth\\ufeff'],
  ['\u{e0041}', '\\u{e0041}'],
  ['half \ud800 pair', 'half \\ud800 pair'],
  ['over\rwritten', 'over\\x0dwritten'],
  ['line\r\nbreak\tand tab', 'line\nbreak\tand tab'],
  ['Zażółć 漢字 👩‍💻 e\u0301', 'Zażółć 漢字 👩‍💻 e\u0301'],
])('shows %j as %j', (text, expected) => {
  expect(visible(text)).toBe(expected)
})

it('puts text on one line', () => {
  expect(visibleLine('  a \n\n  b\tc\r\nd  ')).toBe('a b c d')
})
