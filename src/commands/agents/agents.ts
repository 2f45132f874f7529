import { selectAgent } from '../../core/agents/select.ts'
import { LoopError } from '../../errors.ts'
import type { AgentRole, AgentSettings, Config } from '../../types.ts'

/** Who was asked for on the command line; what is not named comes from the configuration. */
export interface AgentFlags {
  readonly agent?: string
  readonly reviewer?: string
  readonly verifier?: string
  readonly verify?: boolean
  readonly maxTimeMs?: number
  readonly maxDollars?: number
}

export interface ChooseRequest {
  readonly flags: AgentFlags
  readonly config: Config
  /** Written key of the configuration → file and line. */
  readonly origins: ReadonlyMap<string, string>
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Absolute path of the repository. */
  readonly root: string
}

export interface ChosenAgents {
  readonly reviewer: AgentSettings | null
  /** Further agents of the panel, by the configuration. */
  readonly others: readonly AgentSettings[]
  readonly verifier: AgentSettings | null
  readonly notices: readonly string[]
}

/**
 * Settles who reviews and who verifies. Throws a LoopError for an agent that does not exist or cannot be used here, before
 * anything is written or paid for.
 */
export async function chooseAgents(request: ChooseRequest): Promise<ChosenAgents> {
  const { flags } = request
  checkLimit('maxTimeMs', flags.maxTimeMs)
  checkLimit('maxDollars', flags.maxDollars)
  const wanted = wantedFor('reviewer', flags.reviewer ?? flags.agent, request)
  const reviewer = wanted === null ? null : await resolve(wanted, request)
  if (reviewer === null) {
    if (wanted?.word !== 'auto') refuseLoneVerifier(flags)
    const notices = wanted?.word === 'auto' ? ['Agent: none found, built-in reviewers only (chosen by itself).'] : []
    return { reviewer, others: [], verifier: null, notices }
  }
  const check = flags.verify === false ? null : wantedFor('verifier', flags.verifier, request)
  const verifier = flags.verify === false ? null : check === null ? reviewer : await resolve(check, request)
  const chosen = wanted?.word === 'auto' ? [`Agent: ${reviewer.name} (chosen by itself).`] : []
  const others = await panelAgents(reviewer, request)
  const notices = [...chosen, ...(await priceNotices([reviewer, ...others, verifier], request))]
  return { reviewer, others, verifier, notices }
}

/** Who is named for another role. Undefined: nobody is. Null: an agent that takes no tasks. */
export async function chooseForRole(
  role: AgentRole,
  flag: string | undefined,
  request: ChooseRequest,
): Promise<AgentSettings | null | undefined> {
  const wanted = wantedFor(role, flag, request)
  return wanted === null ? undefined : resolve(wanted, request)
}

/** Who reads unclear texts: the verifier, else, as in reviews, the agent that would review. Null: nobody. */
export async function chooseReader(request: ChooseRequest): Promise<AgentSettings | null> {
  const { flags } = request
  const verifier = await chooseForRole('verifier', flags.verifier, request)
  if (verifier !== undefined) return verifier
  return (await chooseForRole('reviewer', flags.reviewer ?? flags.agent, request)) ?? null
}

/** The command line has checked its own; callers of the library may give anything. */
function checkLimit(name: string, limit: number | undefined): void {
  if (limit === undefined || (Number.isFinite(limit) && limit > 0)) return
  throw new LoopError('usage', { problem: `${name} must be a number above 0, found ${limit}`, command: 'review' })
}

/** Who would check finds nothing to check: findings of the built-in reviewers are not verified. */
function refuseLoneVerifier({ verifier }: AgentFlags): void {
  if (verifier === undefined || verifier === 'none') return
  const problem = '--verifier has no effect without an agent that reviews: name one with --agent or --reviewer'
  throw new LoopError('usage', { problem, command: 'review' })
}

interface WantedAgent {
  readonly word: string
  /** How an error names the place where the word stands. */
  readonly where: string
}

/** The flag, else the role of the configuration. Null: neither says anything. */
function wantedFor(
  role: AgentRole,
  flag: string | undefined,
  { config, origins }: Pick<ChooseRequest, 'config' | 'origins'>,
): WantedAgent | null {
  if (flag !== undefined) return { word: flag, where: role }
  const word = config.roles[role]
  const key = `roles.${role}`
  const origin = origins.get(key)
  return word === null ? null : { word, where: origin === undefined ? key : `${origin}: ${key}` }
}

/** Those the configuration adds to the panel, without the reviewer itself. */
async function panelAgents(reviewer: AgentSettings, request: ChooseRequest): Promise<readonly AgentSettings[]> {
  const others: AgentSettings[] = []
  for (const word of request.config.panel.agents) {
    const settings = await resolve({ word, where: request.origins.get('panel.agents') ?? 'panel.agents' }, request)
    const isKnown = [reviewer, ...others].some(({ name, model }) => name === settings?.name && model === settings.model)
    if (settings !== null && !isKnown) others.push(settings)
  }
  return others
}

/** Null for an agent that takes no tasks: `builtin` and `none`; for `auto` also when none can be used. */
async function resolve(
  { word, where }: WantedAgent,
  { config, variables, root }: ChooseRequest,
): Promise<AgentSettings | null> {
  const here = { variables, root, sandbox: config.sandbox }
  const selected = selectAgent(word, config.agents)
  if ('problem' in selected) throw new LoopError('bad_agent', { where, problem: selected.problem })
  if (selected.kind === 'none') return null
  if (selected.kind === 'auto') {
    const { findUsable } = await import('../../agents/usable.ts')
    return (await findUsable(config.agents, here)) ?? null
  }
  if (selected.settings.kind === 'builtin') return null
  const { checkAgent } = await import('../../agents/check-agent.ts')
  const wrong = await checkAgent(selected.settings, here)
  if (wrong !== null) throw new LoopError('bad_agent', { where, ...wrong })
  return selected.settings
}

/** A limit in dollars that cannot hold is said, not passed over. */
export async function priceNotices(
  agents: readonly (AgentSettings | null)[],
  { flags, config }: Pick<ChooseRequest, 'flags' | 'config'>,
): Promise<readonly string[]> {
  if (flags.maxDollars === undefined && config.budget.dollars === null) return []
  const { whyUnpriced } = await import('../../agents/priced.ts')
  const called = new Map(agents.flatMap((settings) => (settings === null ? [] : [[settings.name, settings] as const])))
  const notices: string[] = []
  for (const settings of called.values()) {
    const why = await whyUnpriced(settings, config.prices)
    if (why !== null) notices.push(`The limit in dollars may not hold for ${settings.name}: ${why}.`)
  }
  return notices
}
