import type { Tokens } from '../../core/cost/prices.ts'
import { addUsage } from '../../core/cost/usage.ts'
import type { Usage } from '../../types.ts'
import { asObject, countAt, type JsonObject, numberAt, objectAt } from '../cli/json.ts'
import { nothingUsed } from '../cli/usage.ts'

/** Of the whole run. Per model, because the plain sum misses the last call after a limit. Input is without the cache. */
export function usageOfResult(result: JsonObject): Usage {
  const models = Object.values(objectAt(result, 'modelUsage') ?? {}).map((model) => usageOfModel(asObject(model)))
  const sum = models.length === 0 ? usageOfMessage(objectAt(result, 'usage')) : models.reduce(addUsage, nothingUsed)
  return { ...sum, costUsd: numberAt(result, 'total_cost_usd') ?? null }
}

/** Of one message, while it runs: the output is only counted as far as it was when the message began. */
export function usageOfMessage(usage: JsonObject | undefined): Usage & Tokens {
  const writtenTokens = countAt(usage, 'cache_creation_input_tokens')
  return {
    inputTokens: countAt(usage, 'input_tokens') + writtenTokens,
    writtenTokens,
    cachedTokens: countAt(usage, 'cache_read_input_tokens'),
    outputTokens: countAt(usage, 'output_tokens'),
    costUsd: null,
  }
}

function usageOfModel(model: JsonObject | undefined): Usage {
  return {
    inputTokens: countAt(model, 'inputTokens') + countAt(model, 'cacheCreationInputTokens'),
    cachedTokens: countAt(model, 'cacheReadInputTokens'),
    outputTokens: countAt(model, 'outputTokens'),
    costUsd: null,
  }
}
