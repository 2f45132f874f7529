import { describe, expect, it } from 'vitest'
import type { Usage } from '../../types.ts'
import { addUsage, atLeast, knownCost, noUsage, priced } from './usage.ts'

const used = (cost: Pick<Usage, 'costUsd' | 'knownCostUsd'>): Usage => ({
  inputTokens: 1000,
  outputTokens: 100,
  cachedTokens: 10,
  ...cost,
})
const twice = { inputTokens: 2000, outputTokens: 200, cachedTokens: 20 }

describe('a sum', () => {
  it.each<[a: Usage, b: Usage, cost: Pick<Usage, 'costUsd' | 'knownCostUsd'>]>([
    [used({ costUsd: 1 }), used({ costUsd: 2 }), { costUsd: 3 }],
    [used({ costUsd: 1 }), used({ costUsd: null }), { costUsd: null, knownCostUsd: 1 }],
    [used({ costUsd: null, knownCostUsd: 1 }), used({ costUsd: 2 }), { costUsd: null, knownCostUsd: 3 }],
    [used({ costUsd: null, knownCostUsd: 1 }), used({ costUsd: null }), { costUsd: null, knownCostUsd: 1 }],
    [used({ costUsd: null }), used({ costUsd: null }), { costUsd: null }],
    [used({ costUsd: 0 }), used({ costUsd: null }), { costUsd: null }],
  ])('is not known in full when a part is not: %o + %o', (a, b, cost) => {
    expect(addUsage(a, b)).toEqual({ ...twice, ...cost })
    expect(addUsage(b, a)).toEqual({ ...twice, ...cost })
  })

  it('starts with nothing, which costs nothing', () => {
    expect(addUsage(noUsage, used({ costUsd: 2 }))).toEqual(used({ costUsd: 2 }))
  })
})

it.each<[cost: Pick<Usage, 'costUsd' | 'knownCostUsd'>, least: number]>([
  [{ costUsd: 2 }, 2],
  [{ costUsd: null, knownCostUsd: 1 }, 1],
  [{ costUsd: null }, 0],
])('knows of %o at least %s dollars', (cost, least) => {
  expect(knownCost(used(cost))).toBe(least)
  expect(atLeast(used(cost))).toEqual(used({ costUsd: null, ...(least > 0 ? { knownCostUsd: least } : {}) }))
})

describe('a price', () => {
  const tokens = used({ costUsd: null })
  const gpt = (1000 * 1.25 + 10 * 0.125 + 100 * 10) / 1_000_000

  it.each<[string, Usage, models: (string | null)[], expected: Usage]>([
    ['of a model that is known', tokens, ['gpt-5'], used({ costUsd: gpt })],
    ['of several', tokens, ['gpt-5', 'gpt-5'], used({ costUsd: gpt * 2 })],
    ['that the agent reported stands', used({ costUsd: 9 }), ['gpt-5'], used({ costUsd: 9 })],
    ['of a model that is not known', tokens, ['m'], used({ costUsd: null })],
    ['of nobody knows which model', tokens, [null], used({ costUsd: null })],
    [
      'of one model that is known and one that is not',
      tokens,
      ['gpt-5', 'm'],
      used({ costUsd: null, knownCostUsd: gpt }),
    ],
    ['of no model', tokens, [], used({ costUsd: null })],
    ['of tokens that nobody counted', { ...noUsage, costUsd: null }, ['gpt-5'], { ...noUsage, costUsd: null }],
  ])('%s', (_, usage, models, expected) => {
    expect(
      priced(
        usage,
        models.map((model) => ({ model, tokens })),
      ),
    ).toEqual(expected)
  })
})
