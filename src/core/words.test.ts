import { expect, it } from 'vitest'
import { jaccard, stemsOf, tokensOf, wordSet } from './words.ts'

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

it.each<[string, readonly string[]]>([
  ['deleteReminders', ['delet', 'reminder']],
  ['deleting', ['delet']],
  ['HTTPServer_id', ['http', 'server', 'id']],
  ['the', []],
  ['x', []],
  ['queries', ['query']],
  ['class', ['class']],
  ['silently', ['silent']],
  ['2026', ['2026']],
])('takes from the token %s the stems %j', (token, stems) => {
  expect(stemsOf(token)).toEqual(stems)
})

it('takes words, identifiers and numbers from a text', () => {
  expect(tokensOf('`user_id` of getUser() is 42, not "x1".')).toEqual('user_id of getUser is 42 not x1'.split(' '))
})
