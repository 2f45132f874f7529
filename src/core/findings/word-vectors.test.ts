import { expect, it } from 'vitest'
import { likeness, wordVectors } from './word-vectors.ts'

it.each<[string, string, number]>([
  ['the lock is released', 'Releasing locks', 1],
  ['lock', 'cache', 0],
  ['lock', '', 0],
  ['', '', 0],
])('%j is like %j by %d', (one, other, expected) => {
  const [first, second] = wordVectors([one, other])
  expect(likeness(first!, second!)).toBeCloseTo(expected)
})

it('counts a rare word more than one that all use', () => {
  const [one, rare, common] = wordVectors([
    'booking calendar',
    'calendar update',
    'booking update',
    'booking mail',
    'booking price',
  ])
  expect(likeness(one!, rare!)).toBeGreaterThan(likeness(one!, common!))
})

it('gives the same numbers whatever the order of the texts', () => {
  const texts = ['lock never released', 'cache key reused', 'lock reused twice']
  expect([...wordVectors([...texts].reverse())].reverse()).toEqual(wordVectors(texts))
})
