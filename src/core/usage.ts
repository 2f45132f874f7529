import type { Usage } from '../types.ts'

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: 0 }

/** One unknown price makes the total unknown. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
  }
}
