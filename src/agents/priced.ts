import { modelFor } from '../core/agents/model-for.ts'
import { costOf, type PriceOverrides } from '../core/cost/prices.ts'
import { noUsage } from '../core/cost/usage.ts'
import { cliBackends } from '../registry.ts'
import type { AgentSettings, Tier } from '../types.ts'

/** Why a limit in dollars may not hold for an agent, as a clause. Null: what its calls cost becomes known. */
export async function whyUnpriced(settings: AgentSettings, prices: PriceOverrides = {}): Promise<string | null> {
  // Nobody is paid.
  if (settings.kind === 'replay') return null
  const backend = await cliBackends[settings.kind]?.()
  if (backend === undefined && settings.kind !== 'api') return 'it does not say what it used'
  // Behind an address of one's own opencode knows no prices; claude goes by the name of the model.
  if (backend?.abilities.cost && (backend.abilities.dollarLimit || settings.baseUrl === null)) return null
  const models = tiers.map((tier) => modelFor(settings, tier)).filter((model) => model !== null)
  if (models.length === 0) return `name its model (${settings.kind}:MODEL), so that its price is known`
  const unknown = models.find((model) => !isPriced(model, prices))
  return unknown === undefined ? null : `the price of ${unknown} is not known`
}

const tiers: readonly Tier[] = ['strong', 'standard', 'cheap']

function isPriced(model: string, prices: PriceOverrides): boolean {
  return costOf(model, noUsage, prices) !== null
}
