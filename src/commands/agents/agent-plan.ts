import { toJsonSchema } from '@valibot/to-json-schema'
import { modelFor } from '../../core/agents/model-for.ts'
import { placeReplySchema, reviewReplySchema, verifyReplySchema } from '../../core/agents/reply-schemas.ts'
import type { CriticGates } from '../../core/change/critic-gates.ts'
import { type Story, storySection } from '../../core/loop/story.ts'
import { withoutSignal } from '../../io/git/repository.ts'
import type { AgentPlan } from '../../run/panel/agent-plan.ts'
import type { ReplyCache, TieredAgent } from '../../run/ports.ts'
import type { AgentSettings, Json, Tier } from '../../types.ts'
import { readPrompts } from '../prompts.ts'
import type { ProjectRules } from '../reviewing/frozen-settings.ts'
import { agentPort, type PortRequest } from './agent-port.ts'
import { agentResources, type ResourceRequest } from './agent-resources.ts'
import type { ChosenAgents } from './agents.ts'

export interface AgentRequest extends ResourceRequest, PortRequest {
  readonly gates: CriticGates
  readonly rules: ProjectRules
  readonly cache: ReplyCache | null
  /** What the change is to fulfil. */
  readonly story?: Story | null
  /** What the calls belong to: a loop, or the review itself. */
  readonly session: string
  readonly round: number
}

/** The agents of a review, ready to be called. Null: the built-in reviewers alone. */
export async function prepareAgents(asked: AgentRequest, chosen: ChosenAgents): Promise<AgentPlan | null> {
  const { reviewer, others, verifier } = chosen
  if (reviewer === null) return null
  // Not bound to the signal: what a cancelled reviewer leaves behind is undone.
  const repository = withoutSignal(asked.repository)
  const request = { ...asked, repository }
  const { config, rules } = request
  const shared = agentResources(request)
  const port = (settings: AgentSettings, tier: Tier) =>
    agentPort({ ...settings, model: modelFor(settings, tier) }, request, shared)
  const tiered = async (settings: AgentSettings): Promise<TieredAgent> => ({
    name: settings.name,
    tiers: {
      strong: await port(settings, 'strong'),
      standard: await port(settings, 'standard'),
      cheap: await port(settings, 'cheap'),
    },
  })
  return {
    reviewers: [await tiered(reviewer), ...(await Promise.all(others.map(tiered)))],
    verifier: verifier === null ? null : await port(verifier, 'strong'),
    prompts: readPrompts([
      'shared',
      'reviewer',
      'bug-hunter',
      'auditor',
      'premise',
      'critic',
      'verifier',
      'verifier-claims',
      'correction',
      'place-claims',
    ]),
    story: request.story == null ? null : storySection(readPrompts(['story']).story, request.story),
    rules: rules.rules,
    guides: rules.guides,
    budget: config.budget,
    schemas: {
      review: asJson(toJsonSchema(reviewReplySchema, { errorMode: 'ignore' })),
      place: asJson(toJsonSchema(placeReplySchema, { errorMode: 'ignore' })),
      verify: asJson(toJsonSchema(verifyReplySchema, { errorMode: 'ignore' })),
    },
    workspace: repository.root,
    session: request.session,
    round: request.round,
    cache: request.cache,
    close: shared.copies.close,
  }
}

export function asJson(schema: object): Json {
  return JSON.parse(JSON.stringify(schema))
}
