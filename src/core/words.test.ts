import { expect, it } from 'vitest'
import { stemsOf, tokensOf } from './words.ts'

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
