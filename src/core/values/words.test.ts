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
  ['проверкаОшибок', ['проверка', 'ошибок']],
  ['空值检查', ['空值', '值检', '检查']],
  ['空', ['空']],
])('takes from the token %s the stems %j', (token, stems) => {
  expect(stemsOf(token)).toEqual(stems)
})

it.each([
  ['`user_id` of getUser() is 42, not "x1".', 'user_id of getUser is 42 not x1'],
  ['12abc 1st a-b', '12 abc 1 st a b'],
  ['В `parseInt` нет проверки.', 'В parseInt нет проверки'],
  ['没有检查parseInt的结果', '没有检查 parseInt 的结果'],
  ['naïve Übergröße हिन्दी', 'naïve Übergröße हिन्दी'],
])('takes words, identifiers and numbers from %j', (text, expected) => {
  expect(tokensOf(text)).toEqual(expected.split(' '))
})
