import type { RunConfig } from '../../config/run-schema.ts'
import { modelFor } from '../../core/agents/model-for.ts'
import { plain } from '../../core/agents/select.ts'
import type { RunPolicy } from '../../core/staged/machine/policy.ts'
import type { SessionBackends } from '../../core/staged/session-file/start-session.ts'
import { LoopError } from '../../errors.ts'
import type { StagedRole } from '../../run/staged/asking.ts'
import type { AgentKind, AgentSettings } from '../../types.ts'
import { type AgentFlags, type ChooseRequest, chooseForRole, priceNotices } from '../agents/agents.ts'

export interface StagedFlags extends AgentFlags {
  readonly planner?: string
  readonly executor?: string
}

export interface StagedChoiceRequest extends ChooseRequest {
  readonly flags: StagedFlags
  readonly run: RunConfig
}

export interface ChosenStagedAgents {
  /** Each with the model it is asked with. */
  readonly agents: Readonly<Record<StagedRole, AgentSettings>>
  readonly reviewerRetries: RunPolicy['reviewerRetries']
  readonly backends: SessionBackends
  readonly notices: readonly string[]
}

/**
 * Settles who plans, who executes and who reviews. Throws a LoopError for an agent that does not exist or cannot be used here,
 * before anything is written or paid for.
 */
export async function chooseStagedAgents(request: StagedChoiceRequest): Promise<ChosenStagedAgents> {
  const executor = (await named('executor', request)) ?? (await byItself('executor', request))
  const planner = (await named('planner', request)) ?? { ...executor, why: 'as the executor' }
  const reviewer = await chooseReviewer(request)
  const agents = {
    planner: { ...planner.settings, model: modelFor(planner.settings, 'strong') },
    executor: { ...executor.settings, model: modelFor(executor.settings, 'strong') },
    reviewer: { ...reviewer.settings, model: reviewerModel(reviewer, request) },
  }
  return {
    agents,
    reviewerRetries: isClaudePath(agents.reviewer) ? 0 : 1,
    backends: {
      session_origin: 'review-loop',
      orchestrator_backend: 'review-loop',
      executor_backend: backendOf(agents.executor),
      reviewer_backend: backendOf(agents.reviewer),
    },
    notices: [
      noticeOf('Planner', agents.planner, planner),
      noticeOf('Executor', agents.executor, executor),
      noticeOf('Reviewer', agents.reviewer, reviewer),
      ...(await priceNotices([agents.planner, agents.executor, agents.reviewer], request)),
    ],
  }
}

/** Its answers are not asked for again, and its prompt can be read in a file while it is called. */
export function isClaudePath({ kind }: AgentSettings): boolean {
  return kind === 'claude'
}

/** As session files name it. Kinds that may be anything go by the name they were given. */
export function backendOf({ kind, name }: AgentSettings): string {
  if (kind === 'claude') return 'claude-cli'
  return ['api', 'acp', 'command', 'replay'].includes(kind) ? name : kind
}

interface Choice {
  readonly settings: AgentSettings
  readonly why: string
}

/** By a flag or the configuration; undefined when neither says anything. */
async function named(role: StagedRole, request: StagedChoiceRequest): Promise<Choice | undefined> {
  const { flags } = request
  const flag = flags[role] ?? flags.agent
  const settings = await chooseForRole(role, flag, request)
  if (settings === undefined) return undefined
  const word = flag ?? request.config.roles[role]
  if (settings === null) throw nobody(role, word === 'auto')
  const place = flags[role] !== undefined ? `--${role}` : flag !== undefined ? '--agent' : `roles.${role}`
  return { settings, why: word === 'auto' ? 'chosen by itself' : place }
}

async function byItself(role: StagedRole, request: StagedChoiceRequest): Promise<Choice> {
  const settings = await chooseForRole(role, 'auto', request)
  if (settings == null) throw nobody(role, true)
  return { settings, why: 'chosen by itself' }
}

function nobody(role: StagedRole, isAuto: boolean): LoopError {
  return new LoopError('bad_agent', {
    where: role,
    problem: isAuto ? 'no agent was found that can be used here' : 'a staged run needs an agent in this role',
    hint: `Name one with --agent or --${role}; review-loop doctor shows what is here.`,
  })
}

/** Flag, role, the keys that other tools read too, the Claude path, and whoever is there. */
async function chooseReviewer(request: StagedChoiceRequest): Promise<Choice> {
  const choice = await named('reviewer', request)
  if (choice !== undefined) return choice
  const origin = request.origins.get('run.codex_reviewer_backend')
  if (origin !== undefined) {
    const settings = ofKind(request.run.codex_reviewer_backend === 'codex' ? 'codex' : 'claude', request)
    const where = `${origin}: codex_reviewer_backend`
    const problem = await problemOf(settings, request)
    if (problem !== null) throw new LoopError('bad_agent', { where, ...problem })
    return { settings, why: 'codex_reviewer_backend' }
  }
  const claude = ofKind('claude', request)
  if ((await problemOf(claude, request)) !== null) return byItself('reviewer', request)
  return { settings: claude, why: 'it is installed' }
}

function ofKind(kind: AgentKind, { config }: StagedChoiceRequest): AgentSettings {
  return config.agents.find((settings) => settings.kind === kind) ?? plain(kind)
}

async function problemOf(settings: AgentSettings, { config, variables, root }: StagedChoiceRequest) {
  const { checkAgent } = await import('../../agents/check-agent.ts')
  return checkAgent(settings, { variables, root, sandbox: config.sandbox })
}

/** What is said of the agent itself comes first. The Claude path always names a model: one that is known to do. */
function reviewerModel({ settings }: Choice, { run }: StagedChoiceRequest): string | null {
  const own = modelFor(settings, 'strong')
  if (own !== null) return own
  if (settings.kind === 'codex') return run.codex_reviewer_model || null
  if (settings.kind !== 'claude') return null
  return run.reviewer_model || run.judgment_model || backstopModel
}

const backstopModel = 'claude-sonnet-4-6'

function noticeOf(role: string, { name, model }: AgentSettings, { why }: Choice): string {
  return `${role}: ${name}${model === null ? '' : `, model ${model}`} (${why}).`
}
