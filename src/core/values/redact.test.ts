import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillExample } from '../secrets/rules/examples.ts'
import { maskSecret, redact, redactDocument, shownLength } from './redact.ts'

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
  [
    'a token after an escape or a colour',
    `\\u001b${token} \u001b[31m${token} \\u001b[1;31m${token}`,
    [],
    '\\u001bghp_… \u001b[31mghp_… \\u001b[1;31mghp_…',
  ],
  [
    'no id that holds a short value of digits',
    `f00dcafe12345678 is no cafe12`,
    ['cafe12'],
    'f00dcafe12345678 is no c…',
  ],
  ['nothing for values too short to be secrets', 'a b c', ['', 'a', 'b c'], 'a b c'],
  ['a value with signs of expressions and replacements', 'x $&(.*)$1+ y', ['$&(.*)$1+'], 'x $&… y'],
])('masks %s', (_, text, values, expected) => {
  expect(redact(text, values)).toBe(expected)
})

it('leaves plain text as it is', () => {
  const text = 'The gate passed: 3 files, 12 lines.\n\n  src/a.ts:3 looks fine\n'
  expect(redact(text, [])).toBe(text)
})

describe('a document of ours', () => {
  const uuid = 'd9428888-122b-41e1-b85c-61cd3cbb3210'

  it.each<[title: string, value: unknown]>([
    ['an id under a name that sounds like a secret', { token: uuid, key: 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678' }],
    ['ids of git in a list', [uuid, ['0123456789abcdef0123456789abcdef01234567']]],
  ])('keeps %s', (_, value) => {
    for (const text of [JSON.stringify(value), `${JSON.stringify(value, null, 2)}\n`]) {
      expect(redactDocument(text, [])).toBe(text)
    }
  })

  it('stays JSON whatever is masked in it, and nothing else changes', () => {
    const words = fc.array(
      fc.oneof(fc.string(), fc.constantFrom(token, 'pass\\"\n1-word', '"', '\\', '\n', 'password = "Zx9-kk20"')),
    )
    fc.assert(
      fc.property(fc.array(words.map((parts) => parts.join(''))), (texts) => {
        const secrets = ['pass\\"\n1-word']
        const read = JSON.parse(redactDocument(JSON.stringify(texts, null, 1), secrets))
        expect(read).toEqual(texts.map((text) => redact(text, secrets)))
      }),
    )
  })

  it('is masked line by line where lines of it are JSON', () => {
    const text = `${JSON.stringify({ token: uuid, said: token })}\nplain ${token}\n`
    expect(redactDocument(text, [])).toBe(`{"token":"${uuid}","said":"ghp_…"}\nplain ghp_…\n`)
  })

  it('takes time in proportion to its length', () => {
    const line = `${JSON.stringify({ said: 'the key of the auth token is at home', at: uuid })}\n`
    const start = performance.now()
    redactDocument(
      line.repeat(50_000),
      Array.from({ length: 50 }, (_, index) => `value-number-${index}`),
    )
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
