import { expect, it } from 'vitest'
import { isChangedSinceDeath } from './changed-since-death.ts'

it.each<[string, number | null, number | null, boolean]>([
  ['written while it lived', 5_000, 10_000, false],
  ['written in the seconds after it', 20_000, 10_000, false],
  ['written long after it', 20_001, 10_000, true],
  ['gone', null, 10_000, false],
  ['written when nobody knows whether it lived', 5_000, null, true],
  ['gone when nobody knows whether it lived', null, null, true],
])('of a file that is %s: whether somebody else did that', (_, changedAt, lastSeen, expected) => {
  expect(isChangedSinceDeath(changedAt, lastSeen)).toBe(expected)
})
