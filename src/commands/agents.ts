import { join } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { AgentMachine } from '../agents/agent.ts'
import { guardAgent } from '../agents/guarded-agent.ts'
import { createAgent } from '../agents/index.ts'
import { createLimiter, type Limiter } from '../agents/limiter.ts'
import { decideSandbox } from '../agents/sandbox/decide-sandbox.ts'
import { probeSandbox } from '../agents/sandbox/probe-sandbox.ts'
import { createSharedBudget } from '../agents/shared-budget.ts'
import { findUsable } from '../agents/usable.ts'
import { reviewReplySchema, verifyReplySchema } from '../core/agents/reply-schemas.ts'
import { selectAgent } from '../core/agents/select.ts'
import { redact } from '../core/redact.ts'
import { LoopError } from '../errors.ts'
import type { Repository } from '../io/git/repository.ts'
import type { AgentPort } from '../run/ports.ts'
import type { AgentPlan } from '../run/review-with-agent.ts'
import type { AgentSettings, Config, Json } from '../types.ts'
import { readRules } from './project-rules.ts'
import { readPrompts } from './prompts.ts'

/** Who was asked for on the command line; what is not named comes from the configuration. */
export interface AgentFlags {
  readonly agent?: string
  readonly reviewer?: string
  readonly verifier?: string
  readonly verify?: boolean
  readonly maxTimeMs?: number
  readonly maxDollars?: number
}

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

export interface ChosenAgents {
  readonly reviewer: AgentSettings | null
  readonly verifier: AgentSettings | null
  readonly notices: readonly string[]
}

/** Settles who reviews and who verifies. Throws a LoopError for a name that does not exist, before anything is paid for. */
export async function chooseAgents({
  flags,
  config,
  variables,
}: Pick<AgentRequest, 'flags' | 'config' | 'variables'>): Promise<ChosenAgents> {
  const wanted = flags.reviewer ?? flags.agent ?? config.roles.reviewer ?? 'builtin'
  const reviewer = await resolve(wanted, 'reviewer', config, variables)
  const check = flags.verify === false ? 'none' : (flags.verifier ?? config.roles.verifier ?? null)
  const verifier = check === null ? reviewer : await resolve(check, 'verifier', config, variables)
  const notices =
    wanted === 'auto'
      ? [`Agent: ${reviewer === null ? 'none found, built-in reviewers only' : reviewer.name} (chosen by itself).`]
      : []
  return { reviewer, verifier, notices }
}

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

/** Null for an agent that takes no tasks: `builtin` and `none`. */
async function resolve(
  word: string,
  role: string,
  config: Config,
  variables: AgentRequest['variables'],
): Promise<AgentSettings | null> {
  const selected = selectAgent(word, config.agents)
  if ('problem' in selected)
    throw new LoopError('usage', { problem: `${role}: ${selected.problem}`, command: 'review' })
  if (selected.kind === 'none') return null
  if (selected.kind === 'auto') return (await findUsable(config.agents, variables)) ?? null
  return selected.settings.kind === 'builtin' ? null : selected.settings
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
  return guardAgent(agent, { repository, limiter, held })
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
