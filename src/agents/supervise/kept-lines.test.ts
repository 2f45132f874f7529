import { expect, it } from 'vitest'
import { hideValues } from '../../io/masking.ts'
import { keepLines } from './kept-lines.ts'

hideValues(['hidden-1'])

const keep = (lines: readonly string[], limit: number) => {
  const kept = keepLines(limit)
  for (const line of lines) kept.add(line)
  return kept.text().split('\n')
}

it.each<[string, string[], string[]]>([
  ['everything that fits', ['a', 'b', 'c'], ['a', 'b', 'c']],
  ['masked lines', ['a hidden-1'], ['a hi…']],
  [
    'the beginning and the end',
    ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    ['1', '2', '… [review-loop: 5 lines were left out here]', '8', '9'],
  ],
  ['the last line even when it is long', ['1', 'a long last line'], ['1', 'a long last line']],
])('keeps %s', (_name, lines, expected) => {
  expect(keep(lines, 8)).toEqual(expected)
})
