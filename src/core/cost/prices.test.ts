import { describe, expect, it } from 'vitest'
import { prices, pricesDate } from './data/prices.ts'
import { costOf, type PriceOverrides, type Tokens } from './prices.ts'

const million: Tokens = { inputTokens: 1_000_000, cachedTokens: 0, outputTokens: 0 }

describe('the cost of a call', () => {
  it('adds up what each kind of token costs', () => {
    const tokens = { inputTokens: 30_000, writtenTokens: 20_000, cachedTokens: 100_000, outputTokens: 1_000 }
    expect(costOf('claude-sonnet-4-5', tokens)).toBeCloseTo(0.03 + 0.075 + 0.03 + 0.015, 10)
    expect(costOf('gpt-5.5', { inputTokens: 2000, cachedTokens: 400, outputTokens: 100 })).toBeCloseTo(0.0132, 10)
  })

  it('takes cached input for other input where the vendor has no price for it', () => {
    expect(costOf('gpt-5-pro', { ...million, inputTokens: 0, cachedTokens: 1_000_000 })).toBe(15)
    expect(costOf('gpt-5', { ...million, writtenTokens: 1_000_000 })).toBe(1.25)
  })

  it.each<[model: string, dollars: number]>([
    ['claude-sonnet-4-5', 3],
    ['claude-sonnet-4-5-20250929', 3],
    ['claude-sonnet-4-5@20250929', 3],
    ['claude-sonnet-4-5-latest', 3],
    ['claude-3-5-sonnet-latest', 3],
    ['anthropic/claude-sonnet-4.5', 3],
    ['openrouter/anthropic/claude-opus-5.5', 4],
    ['Claude-Opus-4-1-20250805', 15],
    ['claude-opus-4-20250514', 15],
    ['openai/gpt-5.4-mini-2026-03-17', 0.75],
    ['gpt-5-codex', 1.25],
    ['models/gemini-3.1-pro-preview', 2],
    ['gemini-2.5-flash-preview-09-2025', 0.3],
    ['qwen/qwen3-coder-plus', 1],
    ['o3', 2],
  ])('knows %s', (model, dollars) => {
    expect(costOf(model, million)).toBe(dollars)
  })

  it.each([
    [null],
    [''],
    ['m'],
    ['pro'],
    ['opus'],
    ['gemini-flash-latest'],
    ['gpt-5.9'],
    ['gpt-5-super'],
    ['claude-sonnet-4-5[1m]'],
    ['claude-haiku-5-5'],
    ['ollama/qwen3-coder-plus'],
    ['qwen/qwen3-coder-plus:free'],
    ['constructor'],
  ])('is unknown for %j, not 0', (model) => {
    expect(costOf(model, million)).toBeNull()
  })
})

describe('prices of the configuration', () => {
  const overrides: PriceOverrides = {
    'gpt-5.5': { input: 1, output: 2 },
    'local/llama:70b': { input: 0, output: 0 },
    'azure/gpt-5': { input: 7, output: 8, cached: 0.5 },
  }

  it.each<[model: string, dollars: number | null]>([
    ['gpt-5.5', 1],
    ['openai/gpt-5.5-2026-04-23', 1],
    ['local/llama:70b', 0],
    ['azure/gpt-5', 7],
    ['gpt-5', 1.25],
    ['gpt-5.4', 2.5],
    ['toString', null],
  ])('come first: %s', (model, dollars) => {
    expect(costOf(model, million, overrides)).toBe(dollars)
  })
})

describe('the table of prices', () => {
  it('has a date', () => {
    expect(pricesDate).toMatch(/^20\d\d-\d\d-\d\d$/)
  })

  it.each(Object.entries(prices))('is plausible for %s, which is found by its name', (model, price) => {
    const { input, output, cached = input, written = input } = price
    expect(costOf(model, million)).toBe(input)
    expect(input).toBeGreaterThan(0)
    expect(output).toBeGreaterThan(input)
    expect(cached).toBeLessThanOrEqual(input)
    expect(written).toBeGreaterThanOrEqual(input)
  })
})
