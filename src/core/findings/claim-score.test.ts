import { expect, it } from 'vitest'
import { likelihood, type Standing, worthShowing } from './claim-score.ts'

const alone: Standing = { everyone: 5, agreeing: 0, closeness: 0, claims: 3, words: 15 }

it.each<[string, Partial<Standing>]>([
  ['somebody agrees', { agreeing: 1, closeness: 0.3 }],
  ['fewer were asked', { everyone: 2 }],
  ['its reviewer says less', { claims: 1 }],
  ['it is described closely', { words: 30 }],
])('is likelier when %s', (_, better) => {
  expect(likelihood({ ...alone, ...better })).toBeGreaterThan(likelihood(alone))
})

it('does not reach beyond what was recorded', () => {
  const flood = { ...alone, claims: 5000, words: 9000 }
  expect(likelihood(flood)).toBe(likelihood({ ...alone, claims: 12, words: 35 }))
  expect(worthShowing(200)).toBe(worthShowing(15))
})

it('asks for more where more reviewers can agree', () => {
  expect(worthShowing(1)).toBeLessThan(worthShowing(3))
  expect(worthShowing(3)).toBeLessThan(worthShowing(15))
})
