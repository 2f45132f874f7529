import { expect, it } from 'vitest'
import { joinWords, splitWords } from './diff-scope.ts'

it.each([
  ['main...HEAD -- src/a.ts', ['main...HEAD', '--', 'src/a.ts']],
  ['  a   b ', ['a', 'b']],
  ['-- "my file.ts" \'it"s\'', ['--', 'my file.ts', 'it"s']],
  ['', []],
])('splits %j into words', (text, words) => {
  expect(splitWords(text)).toEqual(words)
})

it.each([[['a', 'b c']], [["it's"]], [['say "x"', 'd']]])('joins %j so that it splits again', (words) => {
  expect(splitWords(joinWords(words))).toEqual(words)
})
