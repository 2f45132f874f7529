import { expect, it } from 'vitest'
import { nearest } from './nearest.ts'

it.each([
  ['limts', 'limits'],
  ['confidence-floor', 'confidence_floor'],
  ['igonre', 'ignore'],
  ['reviw', 'review'],
  ['xyz', undefined],
  ['', undefined],
])('%j most likely means %j', (word, expected) => {
  expect(nearest(word, ['limits', 'ignore', 'confidence_floor', 'review'])).toBe(expected)
})
