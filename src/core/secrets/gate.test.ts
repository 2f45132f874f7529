import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createGate, hitDistance } from './gate.ts'

const hits = (keywords: string[][], text: string): string[] => {
  const { groups, ends } = createGate(keywords).scan(text)
  return groups.map((group, index) => `${group}@${ends[index]}`)
}

it.each<[title: string, keywords: string[][], text: string, expected: string[]]>([
  ['nothing in an empty line', [['a']], '', []],
  ['a keyword in either case', [['token']], 'my TokEN', ['0@8']],
  ['a keyword inside another', [['secret_key'], ['key'], ['et_k']], 'secret_key', ['2@8', '0@10', '1@10']],
  ['a keyword after a false start', [['aab']], 'aaab', ['0@4']],
  ['several keywords of one group once', [['one', 'two']], 'one two', ['0@3']],
  ['no keyword across a foreign character', [['ab']], 'aéb', []],
])('finds %s', (_, keywords, text, expected) => {
  expect(hits(keywords, text)).toEqual(expected)
})

it('tells a far repetition again, so that long lines can be read in parts', () => {
  const text = `key${' '.repeat(hitDistance)}key key`
  expect(hits([['key']], text)).toEqual(['0@3', `0@${hitDistance + 6}`])
})

it('forgets the line before', () => {
  const gate = createGate([['a'], ['b']])
  gate.scan('a é')
  const { groups, foreign } = gate.scan('b')
  expect({ groups, foreign }).toEqual({ groups: [1], foreign: false })
})

it('agrees with a plain search for any keywords and text', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '_', '1'), minLength: 1, maxLength: 4 })
  const text = fc.string({ unit: fc.constantFrom('a', 'B', 'b', '_', '1', ' ', 'é'), maxLength: 60 })
  fc.assert(
    fc.property(
      fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      text,
      (keywords, line) => {
        const found = new Set(createGate(keywords).scan(line).groups)
        const expected = keywords.flatMap((list, group) =>
          list.some((item) => line.toLowerCase().includes(item)) ? [group] : [],
        )
        expect([...found].sort()).toEqual(expected)
      },
    ),
  )
})
