import { expect, it } from 'vitest'
import type { ReviewerOutcome, Usage } from '../../types.ts'
import { noUsage } from '../cost/usage.ts'
import { telemetryOf } from './review-telemetry.ts'

const asked = (model: string | null, agent = 'claude'): ReviewerOutcome => ({
  name: 'reviewer', agent, model, status: 'ok', reason: null, durationMs: 1, findings: 0, usage: noUsage,
}) // biome-ignore format: an outcome
const used: Usage = { inputTokens: 100, cachedTokens: 20, outputTokens: 7, costUsd: 0.0123456789 }

it.each<[string, Usage, ReviewerOutcome[], number, object]>([
  [
    'all that is known',
    used,
    [asked('opus'), asked('opus')],
    4,
    { model: 'opus', turns: 4, input_tokens: 120, output_tokens: 7, est_cost_usd: 0.012346 },
  ],
  [
    'several models, and no cost that is not known',
    { ...used, costUsd: null },
    [asked('opus'), asked('haiku')],
    4,
    { model: 'opus, haiku', turns: 4, input_tokens: 120, output_tokens: 7 },
  ],
  ['no tokens that nobody counted, and no model', { ...noUsage, costUsd: null }, [asked(null)], 1, { turns: 1 }],
  ['nothing of the built-in reviewers', noUsage, [asked(null, 'builtin')], 0, { turns: 0 }],
])('tells %s', (_, usage, reviewers, turns, expected) => {
  const told = telemetryOf({ usage, reviewers }, { turns, milliseconds: 12_345 })
  expect(told).toEqual({ wall_time_s: 12.3, ...expected })
})
