import type { ReviewResult } from '../../types.ts'
import { wasAsked } from '../verdict/conclude.ts'
import type { Bodies } from './bodies.ts'

/** What a review used, as far as it is known. */
export function telemetryOf(
  { usage, reviewers }: Pick<ReviewResult, 'usage' | 'reviewers'>,
  { turns, milliseconds }: { readonly turns: number; readonly milliseconds: number },
): NonNullable<Bodies['review_feedback']['telemetry']> {
  const models = [...new Set(reviewers.filter(wasAsked).flatMap(({ model }) => model ?? []))]
  const tokens = usage.inputTokens + usage.cachedTokens
  return {
    ...(models.length === 0 ? {} : { model: models.join(', ').slice(0, 200) }),
    turns,
    ...(tokens + usage.outputTokens === 0 ? {} : { input_tokens: tokens, output_tokens: usage.outputTokens }),
    wall_time_s: Math.round(milliseconds / 100) / 10,
    ...(usage.costUsd === null || turns === 0 ? {} : { est_cost_usd: Math.round(usage.costUsd * 1e6) / 1e6 }),
  }
}
