import { addUsage } from '../../core/usage.ts'
import type { Usage } from '../../types.ts'
import { asObject, countAt, type JsonObject, objectAt, parseJsonObject } from '../cli/json.ts'
import { nothingUsed, usageWithCacheInside } from '../cli/usage.ts'

/** The only place where the program tells the tokens, after its end; in the temporary folder. */
export const usageFile = 'copilot-usage.json'

export function usageOfFile(text: string | undefined): Usage {
  const metrics = objectAt(parseJsonObject(text ?? ''), 'modelMetrics') ?? {}
  return Object.values(metrics)
    .map((model) => usageOfModel(objectAt(asObject(model), 'usage')))
    .reduce(addUsage, nothingUsed)
}

function usageOfModel(counts: JsonObject | undefined): Usage {
  const cached = countAt(counts, 'cacheReadTokens')
  return usageWithCacheInside(countAt(counts, 'inputTokens'), cached, countAt(counts, 'outputTokens'))
}
