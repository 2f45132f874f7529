import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillExample } from '../secrets/rules/examples.ts'
import { maskSecret, redact, shownLength } from './redact.ts'

const token = fillExample('gh~p_{A36}', 3)

it.each([
  ['', '…'],
  ['abc', '…'],
  ['abcdef', 'a…'],
  ['abcdefgh', 'ab…'],
  ['abcdefghijklmnopqrst', 'abcd…'],
])('shows of "%s" only "%s"', (value, masked) => {
  expect(maskSecret(value)).toBe(masked)
})

it('never shows more than four characters, a quarter, or half of a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      const length = shownLength(value)
      return length <= 4 && length <= value.length / 4 && !/\p{Surrogate}/u.test(value.slice(0, length))
    }),
  )
})

it.each<[title: string, text: string, values: string[], expected: string]>([
  ['a known value everywhere', 'a hunter2!x9 b hunter2!x9', ['hunter2!x9'], 'a hu… b hu…'],
  ['a known value in JSON', '{"a":"say \\"hi\\" to 9"}', ['say "hi" to 9'], '{"a":"say…"}'],
  ['a value inside of another one', 'abcdefghijkl', ['efgh', 'abcdefghijkl'], 'abc…'],
  ['what a vendor’s rule recognises', `x\nkey ${token}\r\ny`, [], 'x\nkey ghp_…\r\ny'],
  ['nothing for values too short to be secrets', 'a b c', ['', 'a', 'b c'], 'a b c'],
  ['a value with signs of expressions and replacements', 'x $&(.*)$1+ y', ['$&(.*)$1+'], 'x $&… y'],
])('masks %s', (_, text, values, expected) => {
  expect(redact(text, values)).toBe(expected)
})

it('leaves plain text as it is', () => {
  const text = 'The gate passed: 3 files, 12 lines.\n\n  src/a.ts:3 looks fine\n'
  expect(redact(text, [])).toBe(text)
})
