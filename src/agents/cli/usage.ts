import type { Usage } from '../../types.ts'

/** Before the first token. The price is not known: nothing says yet that it is 0. */
export const nothingUsed: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: null }

/** For programs that count cached tokens inside the input. */
export function usageWithCacheInside(input: number, cached: number, output: number): Usage {
  return {
    inputTokens: Math.max(0, input - cached),
    cachedTokens: Math.min(input, cached),
    outputTokens: output,
    costUsd: null,
  }
}
