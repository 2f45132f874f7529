import { selectAgent } from '../core/agents/select.ts'
import { LoopError } from '../errors.ts'
import type { AgentSettings, Config } from '../types.ts'

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
  readonly variables: Readonly<Record<string, string | undefined>>
}

export interface ChosenAgents {
  readonly reviewer: AgentSettings | null
  readonly verifier: AgentSettings | null
  readonly notices: readonly string[]
}

/** Settles who reviews and who verifies. Throws a LoopError for a name that does not exist, before anything is paid for. */
export async function chooseAgents({ flags, config, variables }: ChooseRequest): Promise<ChosenAgents> {
  checkLimit('maxTimeMs', flags.maxTimeMs)
  checkLimit('maxDollars', flags.maxDollars)
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

/** The command line has checked its own; callers of the library may give anything. */
function checkLimit(name: string, limit: number | undefined): void {
  if (limit === undefined || (Number.isFinite(limit) && limit > 0)) return
  throw new LoopError('usage', { problem: `${name} must be a number above 0, found ${limit}`, command: 'review' })
}

/** Null for an agent that takes no tasks: `builtin` and `none`. */
async function resolve(
  word: string,
  role: string,
  config: Config,
  variables: ChooseRequest['variables'],
): Promise<AgentSettings | null> {
  const selected = selectAgent(word, config.agents)
  if ('problem' in selected)
    throw new LoopError('usage', { problem: `${role}: ${selected.problem}`, command: 'review' })
  if (selected.kind === 'none') return null
  if (selected.kind === 'auto') {
    const { findUsable } = await import('../agents/usable.ts')
    return (await findUsable(config.agents, variables)) ?? null
  }
  return selected.settings.kind === 'builtin' ? null : selected.settings
}
