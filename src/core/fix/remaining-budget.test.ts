import { expect, it } from 'vitest'
import { noUsage } from '../cost/usage.ts'
import { type BudgetLimits, remainingBudget } from './remaining-budget.ts'

const paid = (costUsd: number | null) => ({ ...noUsage, costUsd })

it.each<[string, BudgetLimits, number | null, BudgetLimits]>([
  ['no limits', {}, 5, {}],
  ['time', { maxTimeMs: 1000 }, 5, { maxTimeMs: 400 }],
  ['money', { maxDollars: 2 }, 0.5, { maxDollars: 1.5 }],
  ['money nobody can count', { maxDollars: 2 }, null, { maxDollars: 2 }],
  ['both', { maxTimeMs: 700, maxDollars: 1 }, 0, { maxTimeMs: 100, maxDollars: 1 }],
])('passes on what is left of %s', (_, limits, cost, left) => {
  expect(remainingBudget(limits, paid(cost), 600)).toEqual({ limits: left, isLeft: true })
})

it.each<[string, BudgetLimits]>([
  ['time', { maxTimeMs: 600 }],
  ['money', { maxTimeMs: 1000, maxDollars: 2 }],
])('leaves nothing when the %s is used up', (_, limits) => {
  expect(remainingBudget(limits, paid(2), 600)).toEqual({ limits: { maxTimeMs: 1 }, isLeft: false })
})
