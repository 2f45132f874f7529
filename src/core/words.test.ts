import { expect, it } from 'vitest'
import { jaccard, wordSet } from './words.ts'

it.each<[string, readonly string[]]>([
  ['The lock is not released.', ['lock', 'released']],
  ['a b c x1 user_id', ['x1', 'user_id']],
  ['Null NULL null', ['null']],
  ['', []],
  ['это', []],
])('takes from %j the words %j', (text, words) => {
  expect([...wordSet(text)]).toEqual(words)
})

it.each<[string, string, number]>([
  ['lock released', 'lock held', 1 / 3],
  ['lock released', 'released lock', 1],
  ['lock', 'cache', 0],
  ['', '', 0],
  ['', 'lock', 0],
])('compares %j with %j to %d', (first, second, expected) => {
  expect(jaccard(wordSet(first), wordSet(second))).toBeCloseTo(expected)
})
