import fc from 'fast-check'
import { expect, it } from 'vitest'
import { indexIn, lastIndexIn, placesOf } from './text-search.ts'

const word = fc.constantFrom('a ', 'b ', 'ab ')

it('finds a long quote where the engine finds it', () => {
  const long = fc.array(word, { minLength: 200, maxLength: 400 }).map((words) => words.join(''))
  fc.assert(
    fc.property(
      long,
      long,
      fc.nat(500),
      fc.integer({ min: 1, max: 400 }),
      fc.boolean(),
      (one, other, at, size, isIn) => {
        const text = one + other + one
        const quote = (isIn ? text : other + text).slice(at % text.length, (at % text.length) + size)
        expect(indexIn(text, quote, at)).toBe(text.indexOf(quote, at))
        expect(lastIndexIn(text, quote, at)).toBe(text.lastIndexOf(quote, at))
        expect(placesOf(text, quote).next().value ?? -1).toBe(text.indexOf(quote))
      },
    ),
  )
})

it('gives up on a quote that begins like the text at every place', () => {
  const text = 'a '.repeat(100_000)
  expect(indexIn(text, `${'a '.repeat(1000)}b`)).toBe(-1)
  expect(indexIn(text, 'a '.repeat(1000))).toBe(0)
})
