import { addUsage, type ModelUsage } from '../../core/cost/usage.ts'
import type { Usage } from '../../types.ts'
import { asObject, countAt, type JsonObject, objectAt, parseJsonObject } from '../cli/json.ts'
import { nothingUsed, usageWithCacheInside } from '../cli/usage.ts'

/** The only place where the program tells the tokens, after its end; in the temporary folder. */
export const usageFile = 'copilot-usage.json'

export interface CopilotUsage {
  readonly usage: Usage
  readonly byModel: readonly ModelUsage[]
}

export function usageOfFile(text: string | undefined): CopilotUsage {
  const metrics = objectAt(parseJsonObject(text ?? ''), 'modelMetrics') ?? {}
  const byModel = Object.entries(metrics).map(([model, counts]) => ({
    model,
    tokens: usageOfModel(objectAt(asObject(counts), 'usage')),
  }))
  return { usage: byModel.map(({ tokens }) => tokens).reduce(addUsage, nothingUsed), byModel }
}

function usageOfModel(counts: JsonObject | undefined): Usage {
  const cached = countAt(counts, 'cacheReadTokens')
  return usageWithCacheInside(countAt(counts, 'inputTokens'), cached, countAt(counts, 'outputTokens'))
}
