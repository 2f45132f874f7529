import { expect, it } from 'vitest'
import { forwardClock } from './forward-clock.ts'

it.each<[string, { wall: number; steady: number }, number]>([
  ['goes on', { wall: 1040, steady: 40 }, 1040],
  ['is set back', { wall: 10, steady: 40 }, 1040],
  ['is set forward, or the machine slept', { wall: 5000, steady: 40 }, 5000],
])('the clock of a machine that %s', (_, later, expected) => {
  const clocks = { wall: 1000, steady: 0 }
  const now = forwardClock({ wall: () => clocks.wall, steady: () => clocks.steady })
  Object.assign(clocks, later)
  expect(now()).toBe(expected)
})
