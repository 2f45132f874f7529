import type { AgentSettings, Tier } from '../../types.ts'

/** Who names a model gets that one everywhere, unless a tier has its own. Null: the agent's own choice. */
export function modelFor({ kind, model, models }: AgentSettings, tier: Tier): string | null {
  return models[tier] ?? model ?? lesserModels[kind]?.[tier] ?? null
}

/** Never dearer than what the program takes by itself: only for work that does not need its best. */
const lesserModels: Readonly<Record<string, Partial<Record<Tier, string>>>> = {
  claude: { standard: 'sonnet', cheap: 'haiku' },
}
