import { toJsonSchema } from '@valibot/to-json-schema'
import { modelFor } from '../../core/agents/model-for.ts'
import { fixReplySchema } from '../../core/agents/reply-schemas.ts'
import { storySection } from '../../core/loop/story.ts'
import type { Fixer } from '../../run/fix/fix-request.ts'
import type { AgentSettings } from '../../types.ts'
import { type AgentRequest, asJson } from '../agents/agent-plan.ts'
import { agentPort } from '../agents/agent-port.ts'
import { agentResources } from '../agents/agent-resources.ts'
import { readPrompts } from '../prompts.ts'

/** A fixer ready for work. Null settings: the one that applies suggestions. */
export async function prepareFixer(
  settings: AgentSettings | null,
  request: AgentRequest & { readonly coverage?: number | null },
): Promise<Fixer> {
  if (settings === null) return { kind: 'builtin' }
  const { config, repository, story } = request
  const prompts = readPrompts(['fixer', 'fixer-correction', 'fixer-story'])
  return {
    kind: 'agent',
    agent: await agentPort({ ...settings, model: modelFor(settings, 'strong') }, request, agentResources(request)),
    prompts: { fixer: prompts.fixer, correction: prompts['fixer-correction'] },
    rules: request.rules.rules,
    goals: {
      story: story == null ? null : storySection(prompts['fixer-story'], story),
      coverage: request.coverage ?? null,
    },
    budget: config.budget,
    schema: asJson(toJsonSchema(fixReplySchema, { errorMode: 'ignore' })),
    workspace: repository.root,
  }
}
