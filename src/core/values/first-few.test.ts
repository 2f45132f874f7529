import { expect, it } from 'vitest'
import { firstFew } from './first-few.ts'

it.each([
  [[], 2, ''],
  [['a', 'b'], 2, 'a, b'],
  [['a', 'b', 'c'], 2, 'a, b, and 1 more'],
])('names the first of %j', (items, count, text) => {
  expect(firstFew(items, count).join(', ')).toBe(text)
})
