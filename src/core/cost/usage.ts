import type { Usage } from '../../types.ts'
import { given } from '../values/given.ts'
import { costOf, type PriceOverrides, type Tokens } from './prices.ts'

/** Nothing was asked of a model: it costs nothing. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: 0 }

/** One unknown price makes the total unknown; what is known of it is kept beside. */
export function addUsage(a: Usage, b: Usage): Usage {
  const total: Usage = {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    costUsd: rounded(knownCost(a) + knownCost(b)),
  }
  return a.costUsd === null || b.costUsd === null ? atLeast(total) : total
}

/** To a billionth of a dollar: sums of fractions are not exact, and nobody wants to read that. */
function rounded(dollars: number): number {
  return Math.round(dollars * 1e9) / 1e9
}

/** The least it cost, in dollars: what a budget is compared with. */
export function knownCost({ costUsd, knownCostUsd }: Usage): number {
  return costUsd ?? knownCostUsd ?? 0
}

/** For people: a share of a sum has many digits. */
export function inDollars(amount: number): string {
  return `${Number(amount.toFixed(4))} dollars`
}

/** For counts that are not complete: the cost is not known in full. */
export function atLeast(usage: Usage): Usage {
  const known = knownCost(usage)
  const { inputTokens, outputTokens, cachedTokens } = usage
  return { inputTokens, outputTokens, cachedTokens, costUsd: null, ...(known > 0 ? { knownCostUsd: known } : {}) }
}

/** What one model did. */
export interface ModelUsage {
  /** As it is named by who reports it; null when it is not named. */
  readonly model: string | null
  readonly tokens: Tokens
}

/** A cost that was reported stands; otherwise it is estimated from the prices of the models. Without tokens there is none. */
export function priced(usage: Usage, byModel: readonly ModelUsage[], overrides?: PriceOverrides): Usage {
  const tokens = usage.inputTokens + usage.cachedTokens + usage.outputTokens
  if (usage.costUsd !== null || tokens === 0 || byModel.length === 0) return usage
  const costs = byModel.map(({ model, tokens }) => ({ ...noUsage, costUsd: costOf(model, tokens, overrides) }))
  const { costUsd, knownCostUsd } = costs.reduce(addUsage, noUsage)
  const { inputTokens, outputTokens, cachedTokens } = usage
  return { inputTokens, outputTokens, cachedTokens, costUsd, ...given({ knownCostUsd }) }
}
