import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  holdsLines,
  holdsQuote,
  indexText,
  nearestMasked,
  nearestOccurrence,
  normaliseQuote,
  quoteStrength,
  quotesOf,
} from './evidence.ts'

const source = indexText(
  [
    'function total(items) {', // 1
    '  let sum = 0', // 2
    '', // 3
    '  for (const item of items) {', // 4
    '\tsum   +=  item.price', // 5
    '  }', // 6
    '  return sum', // 7
    '}', // 8
    '', // 9
    'function average(items) {', // 10
    '  return total(items) / items.length', // 11
    '}', // 12
  ].join('\r\n'),
)

it.each([
  ['return sum', true],
  ['sum += item.price', true],
  ['let sum = 0 for (const item of items) {', true],
  ['function average(items) { return total(items) / items.length }', true],
  ['sum', false],
  ['let sum', false],
  ['total(items) / items.length', false],
  ['return total', false],
])('takes %j for whole lines: %s', (quote, expected) => {
  expect(holdsLines(source, quote)).toBe(expected)
})

describe('nearestOccurrence', () => {
  it.each<[string, string, number, [number, number] | undefined]>([
    ['a whole line', 'let sum = 0', 2, [2, 2]],
    ['a part of a line', 'item.price', 1, [5, 5]],
    ['other white space', 'sum += item.price', 5, [5, 5]],
    ['several lines', 'for (const item of items) {\n sum += item.price\n}', 4, [4, 6]],
    ['lines joined into one', 'let sum = 0 for (const item', 1, [2, 4]],
    ['lines around a blank one', 'let sum = 0\n\n\n  for (const', 1, [2, 4]],
    ['the nearest of two, above', '}', 9, [8, 8]],
    ['the nearest of two, below', '}', 11, [12, 12]],
    ['the one that covers the line', 'sum += item.price } return sum', 6, [5, 7]],
    ['the end of the file', 'items.length\n}', 1, [11, 12]],
    ['nothing', 'sum -= item.price', 5, undefined],
  ])('finds %s', (_, quote, line, range) => {
    const found = nearestOccurrence(source, normaliseQuote(quote), line)
    expect(found).toEqual(range && { start: range[0], end: range[1] })
    expect(holdsQuote(source, normaliseQuote(quote))).toBe(range !== undefined)
  })

  it('finds what stands before a blank line as well as what stands after it', () => {
    expect(nearestOccurrence(indexText('gamma\n\n\ngamma'), 'gamma', 2)).toEqual({ start: 1, end: 1 })
  })

  it('finds in a long file what a search of everything finds', () => {
    const words = fc.array(fc.constantFrom('alpha', 'beta', 'gamma', '', 'alpha beta'), {
      minLength: 1,
      maxLength: 120,
    })
    fc.assert(
      fc.property(words, fc.nat(), (texts, seed) => {
        const line = (seed % texts.length) + 1
        const found = nearestOccurrence(indexText(texts.join('\n')), 'gamma', line)
        const distances = texts.flatMap((text, at) => (text === 'gamma' ? [Math.abs(at + 1 - line)] : []))
        expect(found === undefined ? [] : [Math.abs(found.start - line)]).toEqual(
          distances.length === 0 ? [] : [Math.min(...distances)],
        )
      }),
    )
  })
})

it.each<[string, string, readonly string[], readonly string[]]>([
  ['plain code', 'let a  = 1', ['let a = 1'], ['let a = 1']],
  ['a fence', '```ts\nlet a = 1\n```', ['```ts let a = 1 ```', 'let a = 1'], ['```ts let a = 1 ```', 'let a = 1']],
  ['back-ticks', '`a()`', ['`a()`', 'a()'], ['`a()`', 'a()']],
  [
    'the marks of a diff',
    '-old()\n+new()\n same()',
    ['-old() +new() same()', 'new() same()'],
    ['-old() +new() same()', 'old() same()'],
  ],
])('looks for %s as it stands first, then without its dress', (_, evidence, current, former) => {
  expect(quotesOf(evidence)).toEqual({ new: current, old: former })
})

it.each<[string, string]>([
  ['}', 'none'],
  ['i++', 'none'],
  ['return', 'weak'],
  ['eval(x)', 'weak'],
  ['return total', 'enough'],
])('%j says %s about its place', (quote, strength) => {
  expect(quoteStrength(quote)).toBe(strength)
})

it.each<[string, string, number, number | undefined]>([
  ['the nearest line', 'const key = "ab…', 4, 3],
  ['with words after the mask', 'const key = "…", 5', 1, 3],
  ['with stars', "const key = '***'", 1, 1],
  ['not what is not there', 'const lock = "…', 1, undefined],
  ['not the mask alone', '…', 1, undefined],
  ['not what has no mask', 'const other', 1, undefined],
])('finds a masked quote: %s', (_, evidence, line, found) => {
  const text = indexText(`const key = 'xy'\nconst other = 1\nconst key = "abcdef", 5)\n`)
  expect(nearestMasked(text, evidence, line)).toBe(found)
})
