import { expect, it } from 'vitest'
import { suggestedLines, suggestionOf } from './suggested-lines.ts'

it.each<[string, string, string[], string]>([
  ['nothing', '', [], ''],
  ['a line', 'a', ['a'], 'a'],
  ['a line with its line break', 'a\n', ['a'], 'a'],
  ['lines with line breaks of Windows', 'a\r\nb\r\n', ['a', 'b'], 'a\r\nb'],
  ['a blank line', '\n', [''], '\n'],
  ['a blank line of Windows', '\r\n', [''], '\r\n'],
  ['a blank line at the end', 'a\n\n', ['a', ''], 'a\n\n'],
  ['a blank line at the start', '\na\n', ['', 'a'], '\na'],
])('takes %s for the same lines, with and without what ends them', (_, text, lines, suggestion) => {
  expect(suggestionOf(text)).toBe(suggestion)
  expect([suggestedLines(text), suggestedLines(suggestion)]).toEqual([lines, lines])
})
