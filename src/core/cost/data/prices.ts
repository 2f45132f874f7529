import type { Price } from '../../../types.ts'

/** When the prices below were last compared with what the vendors publish. */
export const pricesDate = '2026-11-15'

// Dollars for a million tokens, as the vendors' own price pages and model pages list them: platform.claude.com,
// developers.openai.com, ai.google.dev, Model Studio (international), and the catalogue models.dev for the rest.
//
// PRICES CHANGE, and this list ages: what it gives is an estimate of the list price, never a bill. The key `prices` of
// the configuration replaces any of it. Not in it: discounts (batch, flex), surcharges (fast, regional), what long prompts
// cost more at some vendors (above 200,000 or 272,000 tokens up to twice as much), and subscriptions. Where a vendor gives
// a discount until a day that is set, the price after that day stands here. Models whose price depends on more than the
// name (Claude Haiku 5.5: five times as much for a long prompt; DeepSeek: by the hour) are not in it: unknown is better
// than wrong by a multiple.

export const prices: Readonly<Record<string, Price>> = {
  // Anthropic. Writing to the cache: for five minutes.
  'claude-fable-5.1': { input: 10, cached: 0.25, written: 12.5, output: 50 },
  'claude-fable-5': { input: 10, cached: 1, written: 12.5, output: 50 },
  'claude-opus-5.5': { input: 4, cached: 0.2, written: 5, output: 20 },
  'claude-opus-5': { input: 5, cached: 0.5, written: 6.25, output: 25 },
  'claude-opus-4.8': { input: 5, cached: 0.5, written: 6.25, output: 25 },
  'claude-opus-4.7': { input: 5, cached: 0.5, written: 6.25, output: 25 },
  'claude-opus-4.6': { input: 5, cached: 0.5, written: 6.25, output: 25 },
  'claude-opus-4.5': { input: 5, cached: 0.5, written: 6.25, output: 25 },
  'claude-opus-4.1': { input: 15, cached: 1.5, written: 18.75, output: 75 },
  'claude-opus-4': { input: 15, cached: 1.5, written: 18.75, output: 75 },
  'claude-opus-4.0': { input: 15, cached: 1.5, written: 18.75, output: 75 },
  'claude-sonnet-5.5': { input: 2, cached: 0.2, written: 2.5, output: 10 },
  'claude-sonnet-5': { input: 2, cached: 0.2, written: 2.5, output: 10 },
  'claude-sonnet-4.6': { input: 3, cached: 0.3, written: 3.75, output: 15 },
  'claude-sonnet-4.5': { input: 3, cached: 0.3, written: 3.75, output: 15 },
  'claude-sonnet-4': { input: 3, cached: 0.3, written: 3.75, output: 15 },
  'claude-sonnet-4.0': { input: 3, cached: 0.3, written: 3.75, output: 15 },
  'claude-3.7-sonnet': { input: 3, cached: 0.3, written: 3.75, output: 15 },
  'claude-3.5-sonnet': { input: 3, cached: 0.3, written: 3.75, output: 15 },
  'claude-haiku-4.5': { input: 1, cached: 0.1, written: 1.25, output: 5 },
  'claude-3.5-haiku': { input: 0.8, cached: 0.08, written: 1, output: 4 },

  // OpenAI, prompts up to 272,000 tokens.
  'gpt-6.1-sol': { input: 2, cached: 0.1, written: 2.5, output: 10 },
  'gpt-6.1-terra': { input: 1, cached: 0.05, written: 1.25, output: 5 },
  'gpt-6-astra': { input: 10, cached: 1, output: 50 },
  'gpt-6-sol': { input: 2, cached: 0.2, written: 2.5, output: 10 },
  'gpt-6-luna': { input: 0.1, cached: 0.01, written: 0.125, output: 0.5 },
  // A fifth to a third less until 2026-11-21 at least.
  'gpt-5.6-sol': { input: 5, cached: 0.5, written: 6.25, output: 30 },
  'gpt-5.6': { input: 5, cached: 0.5, written: 6.25, output: 30 },
  'gpt-5.6-terra': { input: 2, cached: 0.2, written: 2.5, output: 12 },
  'gpt-5.6-luna': { input: 0.2, cached: 0.02, written: 0.25, output: 1.2 },
  'gpt-5.5': { input: 5, cached: 0.5, output: 30 },
  'gpt-5.5-pro': { input: 30, output: 180 },
  'gpt-5.4': { input: 2.5, cached: 0.25, output: 15 },
  'gpt-5.4-mini': { input: 0.75, cached: 0.075, output: 4.5 },
  'gpt-5.4-nano': { input: 0.2, cached: 0.02, output: 1.25 },
  'gpt-5.4-pro': { input: 30, output: 180 },
  'gpt-5.3-codex': { input: 1.75, cached: 0.175, output: 14 },
  'gpt-5.2': { input: 1.75, cached: 0.175, output: 14 },
  'gpt-5.2-codex': { input: 1.75, cached: 0.175, output: 14 },
  'gpt-5.2-pro': { input: 21, output: 168 },
  'gpt-5.1': { input: 1.25, cached: 0.125, output: 10 },
  'gpt-5.1-codex': { input: 1.25, cached: 0.125, output: 10 },
  'gpt-5.1-codex-max': { input: 1.25, cached: 0.125, output: 10 },
  'gpt-5.1-codex-mini': { input: 0.25, cached: 0.025, output: 2 },
  'gpt-5': { input: 1.25, cached: 0.125, output: 10 },
  'gpt-5-codex': { input: 1.25, cached: 0.125, output: 10 },
  'gpt-5-mini': { input: 0.25, cached: 0.025, output: 2 },
  'gpt-5-nano': { input: 0.05, cached: 0.005, output: 0.4 },
  'gpt-5-pro': { input: 15, output: 120 },
  'gpt-4.1': { input: 2, cached: 0.5, output: 8 },
  'gpt-4.1-mini': { input: 0.4, cached: 0.1, output: 1.6 },
  'gpt-4.1-nano': { input: 0.1, cached: 0.025, output: 0.4 },
  'gpt-4o': { input: 2.5, cached: 1.25, output: 10 },
  'gpt-4o-mini': { input: 0.15, cached: 0.075, output: 0.6 },
  o3: { input: 2, cached: 0.5, output: 8 },
  'o3-mini': { input: 1.1, cached: 0.55, output: 4.4 },
  'o4-mini': { input: 1.1, cached: 0.275, output: 4.4 },

  // Google, prompts up to 200,000 tokens. The first two cost half until 2026-11-30, 3.6 to 3.8 Flash until 2026-12-31.
  'gemini-4-argon': { input: 4, cached: 0.2, output: 20 },
  'gemini-4-carbon': { input: 4, cached: 0.2, output: 20 },
  'gemini-3.8-flash': { input: 1.5, cached: 0.15, output: 7.5 },
  'gemini-3.7-flash': { input: 1.5, cached: 0.15, output: 7.5 },
  'gemini-3.6-flash': { input: 1.5, cached: 0.15, output: 7.5 },
  'gemini-3.5-flash': { input: 1.5, cached: 0.15, output: 9 },
  'gemini-3.5-flash-lite': { input: 0.3, cached: 0.03, output: 2.5 },
  'gemini-3.1-pro': { input: 2, cached: 0.2, output: 12 },
  'gemini-3.1-flash-lite': { input: 0.25, cached: 0.025, output: 1.5 },
  'gemini-3-pro': { input: 2, cached: 0.2, output: 12 },
  'gemini-3-flash': { input: 0.5, cached: 0.05, output: 3 },
  'gemini-2.5-pro': { input: 1.25, cached: 0.125, output: 10 },
  'gemini-2.5-flash': { input: 0.3, cached: 0.03, output: 2.5 },
  'gemini-2.5-flash-lite': { input: 0.1, cached: 0.01, output: 0.4 },

  // Alibaba, international, the shortest prompts.
  'qwen3.7-max': { input: 2.5, cached: 0.5, written: 3.125, output: 7.5 },
  'qwen3.7-plus': { input: 0.5, cached: 0.05, written: 0.625, output: 3 },
  'qwen3.6-plus': { input: 0.5, cached: 0.05, written: 0.625, output: 3 },
  'qwen3.5-plus': { input: 0.4, output: 2.4 },
  'qwen3-max': { input: 1.2, output: 6 },
  'qwen3-coder-plus': { input: 1, output: 5 },
  'qwen3-coder-flash': { input: 0.3, output: 1.5 },

  // Others.
  'grok-4.3': { input: 1.25, cached: 0.2, output: 2.5 },
  'kimi-k2.7-code': { input: 0.95, cached: 0.19, output: 4 },
  'kimi-k2.6': { input: 0.95, cached: 0.16, output: 4 },
  'kimi-k2.5': { input: 0.6, cached: 0.1, output: 3 },
  'glm-5.2': { input: 1.4, cached: 0.26, output: 4.4 },
  'glm-5.1': { input: 1.4, cached: 0.26, output: 4.4 },
  'glm-5': { input: 1, cached: 0.2, output: 3.2 },
  'glm-4.7': { input: 0.6, cached: 0.11, output: 2.2 },
  'minimax-m3': { input: 0.3, cached: 0.06, output: 1.2 },
  'minimax-m2.7': { input: 0.3, cached: 0.06, output: 1.2 },
  'mistral-large-2512': { input: 0.5, output: 1.5 },
  codestral: { input: 0.3, output: 0.9 },
}
