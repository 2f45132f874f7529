import { expect, it } from 'vitest'
import { timeLeft } from './time-left.ts'

it.each<[string, { since: number; wall: number; steady: number }, number]>([
  ['time goes on', { since: 1000, wall: 1040, steady: 40 }, 60],
  ['it was asked before', { since: 900, wall: 1000, steady: 0 }, 0],
  ['the clock is set back', { since: 1000, wall: 10, steady: 30 }, 70],
  ['the clock is set forward', { since: 1000, wall: 5000, steady: 30 }, -3900],
  ['it was asked by a clock that was ahead', { since: 90_000, wall: 1000, steady: 0 }, 100],
])('waits so long where %s', (_, { since, wall, steady }, expected) => {
  const clocks = { wall: 1000, steady: 0 }
  const left = timeLeft(since, 100, { wall: () => clocks.wall, steady: () => clocks.steady })
  Object.assign(clocks, { wall, steady })
  expect(left()).toBe(expected)
})
