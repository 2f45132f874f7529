import { describe, expect, it } from 'vitest'
import { noUsage } from '../core/cost/usage.ts'
import type { AgentTask, Usage } from '../types.ts'
import { exampleTask } from './cli/example.ts'
import { type BudgetShare, createSharedBudget } from './shared-budget.ts'

const paid = (costUsd: number): Usage => ({ ...noUsage, costUsd })

/** The dollars a call is given, or why it is not made. */
function given(share: BudgetShare): number | string | null {
  const taken = share.take(exampleTask())
  return 'refused' in taken ? taken.refused : rounded(taken)
}

function rounded({ budget }: AgentTask): number | null {
  return budget.dollars === null ? null : Math.round(budget.dollars * 100) / 100
}

describe('money', () => {
  it.each<[string, Usage]>([
    ['what was paid', paid(0.4)],
    ['what was paid at least', { ...noUsage, costUsd: null, knownCostUsd: 0.4 }],
  ])('leaves for the next call what %s leaves, and then no call is made', (_, usage) => {
    const budget = createSharedBudget({ timeMs: null, dollars: 0.5, atOnce: 4 })
    const grants = [1, 2, 3].map(() => {
      const share = budget.join()
      const grant = given(share)
      if (typeof grant !== 'string') share.settle(usage)
      share.leave()
      return grant
    })
    expect(grants).toEqual([0.5, 0.1, 'The money for this review is used up.'])
  })

  it('is divided among calls that run side by side', () => {
    const budget = createSharedBudget({ timeMs: null, dollars: 1, atOnce: 2 })
    const shares = [1, 2, 3, 4].map(() => budget.join())
    expect(given(shares[0]!)).toBe(0.5)
    expect(given(shares[1]!)).toBe(0.5)
    shares[0]!.settle(paid(0.1))
    shares[0]!.leave()
    // Only what is not reserved for the other one.
    expect(given(shares[2]!)).toBe(0.4)
    shares[1]!.settle(paid(0.5))
    shares[2]!.settle(paid(0.4))
    expect(given(shares[3]!)).toBe('The money for this review is used up.')
  })

  it('is told as a whole beside the share, less what one call may take', () => {
    const budget = createSharedBudget({ timeMs: null, dollars: 1, atOnce: 2 })
    const [one, other] = [budget.join(), budget.join()]
    const task = (dollars: number | null) => ({ ...exampleTask(), budget: { ...exampleTask().budget, dollars } })
    expect(one.take(task(null))).toMatchObject({ budget: { dollars: 0.5, dollarsLeft: 1 } })
    expect(other.take(task(0.7))).toMatchObject({ budget: { dollars: 0.5, dollarsLeft: 0.7 } })
  })

  it('is all for a call that is alone, and for its second try what is left', () => {
    const share = createSharedBudget({ timeMs: null, dollars: 1, atOnce: 4 }).join()
    expect(given(share)).toBe(1)
    share.settle(paid(0.25))
    expect(given(share)).toBe(0.75)
  })

  it('is not risked again on less than the dearest call, once a call cost more than it was given', () => {
    const budget = createSharedBudget({ timeMs: null, dollars: 1, atOnce: 2 })
    const shares = [1, 2, 3, 4].map(() => budget.join())
    expect([given(shares[0]!), given(shares[1]!)]).toEqual([0.5, 0.5])
    shares[0]!.settle(paid(0.1))
    shares[0]!.leave()
    expect(given(shares[2]!)).toBe(0.4)
    shares[1]!.settle(paid(0.3))
    shares[1]!.leave()
    shares[2]!.settle(paid(0.41))
    shares[2]!.leave()
    // 0.19 is left.
    expect(given(shares[3]!)).toMatch(/less than a call has cost/)
  })

  it('is given as long as the dearest call so far can be paid', () => {
    const budget = createSharedBudget({ timeMs: null, dollars: 1, atOnce: 4 })
    const [one, other, third] = [budget.join(), budget.join(), budget.join()]
    expect(given(one)).toBe(0.33)
    one.settle(paid(0.4))
    one.leave()
    expect(given(other)).toBe(0.3)
    other.settle(paid(0.05))
    other.leave()
    expect(given(third)).toBe(0.55)
  })

  it('does not matter without a limit', () => {
    const share = createSharedBudget({ timeMs: null, dollars: null, atOnce: 4 }).join()
    expect(given(share)).toBe(exampleTask().budget.dollars)
  })
})

describe('turns', () => {
  const turnsFor = (share: BudgetShare) => {
    const taken = share.take(exampleTask())
    return 'refused' in taken ? taken.refused : taken.budget.turns
  }

  it('are divided in whole turns among calls that run side by side, and those that are not taken are there again', () => {
    const budget = createSharedBudget({ timeMs: null, dollars: null, turns: 5, atOnce: 2 })
    const shares = [1, 2, 3].map(() => budget.join())
    expect([turnsFor(shares[0]!), turnsFor(shares[1]!)]).toEqual([2, 3])
    shares[0]!.settle(noUsage, 2)
    shares[1]!.settle(noUsage, 1)
    shares[0]!.leave()
    shares[1]!.leave()
    expect(turnsFor(shares[2]!)).toBe(2)
    shares[2]!.settle(noUsage, 2)
    expect(turnsFor(budget.join())).toBe('The turns for this review are used up.')
    expect(budget.turnsTaken()).toBe(5)
  })

  it('are at least one for whoever is let through, and none for the others', () => {
    const budget = createSharedBudget({ timeMs: null, dollars: null, turns: 2, atOnce: 4 })
    const shares = [1, 2, 3].map(() => budget.join())
    expect(shares.map(turnsFor)).toEqual([1, 1, 'The turns for this review are used up.'])
  })
})

it('gives a call the time that is left when its turn comes', () => {
  let time = 0
  const budget = createSharedBudget({ timeMs: 10_000, dollars: null, atOnce: 1 }, () => time)
  const [first, second] = [budget.join(), budget.join()]
  time = 4000
  expect(first.take(exampleTask())).toMatchObject({ budget: { seconds: 6 } })
  time = 11_000
  expect(second.take(exampleTask())).toEqual({ refused: 'The time for this review is used up.' })
})

it('gives no call more time than a timer can count', () => {
  const budget = createSharedBudget({ timeMs: null, dollars: null, atOnce: 1 })
  const task = { ...exampleTask(), budget: { ...exampleTask().budget, seconds: 9_999_999_999 } }
  expect(budget.join().take(task)).toMatchObject({ budget: { seconds: 2_147_483 } })
})
