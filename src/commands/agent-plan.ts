import { join } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { AgentMachine } from '../agents/agent.ts'
import { guardAgent } from '../agents/guarded-agent.ts'
import { createAgent } from '../agents/index.ts'
import { createLimiter, type Limiter } from '../agents/limiter.ts'
import { decideSandbox } from '../agents/sandbox/decide-sandbox.ts'
import { probeSandbox } from '../agents/sandbox/probe-sandbox.ts'
import { createSharedBudget } from '../agents/shared-budget.ts'
import { reviewReplySchema, verifyReplySchema } from '../core/agents/reply-schemas.ts'
import { maskSecret, redact } from '../core/redact.ts'
import type { Repository } from '../io/git/repository.ts'
import type { AgentPort } from '../run/ports.ts'
import type { AgentPlan } from '../run/review-with-agent.ts'
import type { AgentSettings, Config, Json } from '../types.ts'
import type { AgentFlags, ChosenAgents } from './agents.ts'
import { readRules } from './project-rules.ts'
import { readPrompts } from './prompts.ts'

export interface AgentRequest {
  readonly flags: AgentFlags
  readonly config: Config
  readonly repository: Repository
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Of this review, relative to the root. */
  readonly reviewDir: string
  /** Where rules are read from; null: the working tree. */
  readonly fromCommit: string | null
}

/** The agents of a review, ready to be called. Null: the built-in reviewers alone. */
export async function prepareAgents(request: AgentRequest, chosen: ChosenAgents): Promise<AgentPlan | null> {
  const { reviewer, verifier } = chosen
  const { config, repository } = request
  if (reviewer === null) return null
  const limiter = createLimiter(config.concurrency)
  const share = createSharedBudget({
    timeMs: request.flags.maxTimeMs ?? null,
    dollars: request.flags.maxDollars ?? null,
  })
  const port = async (settings: AgentSettings) => share(await toPort(settings, request, limiter))
  return {
    reviewer: await port(reviewer),
    verifier: verifier === null ? null : await port(verifier),
    prompts: readPrompts(['shared', 'reviewer', 'verifier', 'correction']),
    rules: await readRules(repository, request.fromCommit),
    budget: config.budget,
    schemas: {
      review: asJson(toJsonSchema(reviewReplySchema, { errorMode: 'ignore' })),
      verify: asJson(toJsonSchema(verifyReplySchema, { errorMode: 'ignore' })),
    },
    workspace: repository.root,
  }
}

async function toPort(settings: AgentSettings, request: AgentRequest, limiter: Limiter): Promise<AgentPort> {
  const { repository, config, variables } = request
  const machine: AgentMachine = {
    variables,
    root: repository.root,
    transcripts: join(request.reviewDir, 'transcripts'),
    mask: (line) => redact(line, secretValues(variables)),
    sandbox: config.sandbox,
  }
  const agent = await createAgent(settings, machine)
  if (agent === undefined) throw new Error(`${settings.kind} takes no tasks`)
  const decision = decideSandbox(config.sandbox, await probeSandbox(), settings.kind)
  const held = settings.kind === 'api' || (decision.kind === 'run' && decision.level.kind === 'bubblewrap')
  return maskReplies(guardAgent(agent, { repository, limiter, held }), secretValues(variables))
}

/** An agent that repeats its key, or what `env:` gave it, must not bring it into the result. */
function maskReplies(agent: AgentPort, values: readonly string[]): AgentPort {
  const mask = (text: string): string =>
    values.reduce((masked, value) => masked.replaceAll(value, maskSecret(value)), text)
  return {
    name: agent.name,
    run: async (task, signal) => {
      const reply = await agent.run(task, signal)
      const structured: Json = reply.structured === null ? null : JSON.parse(mask(JSON.stringify(reply.structured)))
      return { ...reply, text: mask(reply.text), reason: reply.reason === null ? null : mask(reply.reason), structured }
    },
  }
}

/** Our own keys, so that they are masked wherever a program prints them. */
function secretValues(variables: AgentRequest['variables']): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) =>
    /(KEY|TOKEN|SECRET|PASSWORD)$/.test(name) && value !== undefined && value.length >= 8 ? [value] : [],
  )
}

function asJson(schema: object): Json {
  return JSON.parse(JSON.stringify(schema))
}
