import type { Price, Usage } from '../../types.ts'
import { prices } from './data/prices.ts'

/** Prices by the name of a model, before those of the table: what a person pays may differ from the list. */
export type PriceOverrides = Readonly<Record<string, Price>>

export interface Tokens extends Pick<Usage, 'inputTokens' | 'cachedTokens' | 'outputTokens'> {
  /** Those of the input that were written to a cache, where they are counted apart. */
  readonly writtenTokens?: number
}

/** In dollars, by list price: an estimate. Null when the price of the model is not known, which is not 0. */
export function costOf(model: string | null, tokens: Tokens, overrides: PriceOverrides = {}): number | null {
  const price = model === null ? undefined : priceOf(model, overrides)
  if (price === undefined) return null
  const { input, output, cached = input, written = input } = price
  const { inputTokens, cachedTokens, outputTokens, writtenTokens = 0 } = tokens
  const plain = Math.max(0, inputTokens - writtenTokens)
  return (plain * input + writtenTokens * written + cachedTokens * cached + outputTokens * output) / 1_000_000
}

function priceOf(model: string, overrides: PriceOverrides): Price | undefined {
  if (Object.hasOwn(overrides, model)) return overrides[model]
  const name = plainName(model)
  if (name === undefined) return undefined
  const own = Object.entries(overrides).find(([key]) => plainName(key) === name)
  return own?.[1] ?? table.get(name)
}

/**
 * What all ways to write one model have in common: no vendor before it, no date, `latest` or `preview` after it, and no
 * dots, which some write for dashes. Undefined when somebody else may ask another price for it.
 */
function plainName(model: string): string | undefined {
  const parts = model.trim().toLowerCase().split('/')
  const name = parts.pop() ?? ''
  if (!parts.every((part) => vendors.includes(part))) return undefined
  return name.replaceAll('.', '-').replace(datedOrMoving, '')
}

const datedOrMoving = /(-preview)?([-@]20\d{6}|-20\d\d-\d\d-\d\d|-\d\d-20\d\d|-latest)?$/

/** They sell at their own list price, or pass it on. */
const vendors: readonly string[] = [
  'models',
  'openrouter',
  'anthropic',
  'openai',
  'google',
  'qwen',
  'alibaba',
  'x-ai',
  'xai',
  'mistralai',
  'mistral',
  'moonshotai',
  'z-ai',
  'zai',
  'minimax',
]

const table: ReadonlyMap<string | undefined, Price> = new Map(
  Object.entries(prices).map(([model, price]) => [plainName(model), price]),
)
