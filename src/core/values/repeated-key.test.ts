import { expect, it } from 'vitest'
import { repeatedKey } from './repeated-key.ts'

it.each<[string, string | undefined]>([
  ['{"a": 1, "b": {"a": 2}}', undefined],
  ['{"a": 1, "a": 2}', 'a'],
  ['{"a": [{"b": 1}, {"b": 2}]}', undefined],
  ['{"a": [{"b": 1, "b": 2}]}', 'b'],
  ['{"a": "\\"a\\": {", "b": "a"}', undefined],
  ['{"a": {"x": 1}, "a": 2}', 'a'],
  ['{"a" : 1, "\\u0061" : 2}', 'a'],
  ['{}', undefined],
  ['{"a\\\\": 1, "a\\\\": 2}', 'a\\'],
])('finds the key that is twice in one object of %s: %s', (text, key) => {
  expect(repeatedKey(text)).toBe(key)
})

it('survives a string of many megabytes', () => {
  expect(repeatedKey(`{"a": "${'x\\"'.repeat(5_000_000)}", "a": 1}`)).toBe('a')
})
