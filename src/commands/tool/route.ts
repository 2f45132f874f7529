import { existsSync } from 'node:fs'
import { type CriticGates, parseCriticGates } from '../../core/change/critic-gates.ts'
import { fromDiffData } from '../../core/change/diff-data.ts'
import { routeReview } from '../../core/change/route.ts'
import { readRequired } from '../../io/files.ts'
import type { Intent } from '../../types.ts'
import { loadHouse, repositoryIfThere } from './house.ts'
import type { Input } from './input.ts'
import { diffDataOption } from './options.ts'
import { diffDataSchema } from './schemas.ts'
import type { Step, World } from './step.ts'

const intents = ['feature', 'fix', 'refactor', 'mixed'] as const satisfies readonly Intent[]

export const route: Step = {
  options: {
    'diff-data': diffDataOption,
    'critic-gates': {
      type: 'string',
      value: 'FILE',
      description: 'which critics look at what; the one of the repository when not given',
    },
    intent: { type: 'string', choices: intents, description: 'as classify-intent printed it; mixed when not given' },
  },
  main: 'diff-data',
  description: [
    'Prints {size_category, total_loc, fast_path, models, high_risk_files, domain_critics, max_bha_agents, warnings}. Models are tiers: strong, standard, cheap.',
    'Without critic gates, or with broken ones, there are no critics, and warnings say so.',
  ],
  examples: [
    ['review-loop tool route --diff-data diff_data.json --intent fix', 'who reviews, with how strong a model'],
  ],
  run: async (input, world) => {
    const data = input.requiredJson('diff-data', diffDataSchema)
    const intent = intents.find((name) => name === input.text('intent')) ?? 'mixed'
    const { gates, warnings, fastPathLines } = await readGates(input, world, data.base_commit ?? null)
    return { ...routeReview({ files: fromDiffData(data), gates, intent, fastPathLines }), warnings }
  },
}

async function readGates(
  input: Input,
  world: World,
  baseCommit: string | null,
): Promise<{ gates: CriticGates; warnings: readonly string[]; fastPathLines: number }> {
  const house = await loadHouse(await repositoryIfThere(world), world, baseCommit)
  const { fastPathLines } = house.config.limits
  const file = input.path('critic-gates')
  if (file === undefined) return { gates: house.gates, warnings: house.warnings, fastPathLines }
  const { gates, problems } = parseCriticGates(existsSync(file) ? readRequired(file) : '')
  const warnings = existsSync(file)
    ? problems.map((problem) => `${input.text('critic-gates')}: ${problem}`)
    : [`There are no critics: there is no file ${input.text('critic-gates')}.`]
  return { gates, warnings, fastPathLines }
}
