import { createCopies } from '../../agents/guard/copies.ts'
import type { GuardOptions } from '../../agents/guarded-agent.ts'
import { createLimiter } from '../../agents/limiter.ts'
import { createSharedBudget, type SharedBudget } from '../../agents/shared-budget.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { Config, LoopEvent } from '../../types.ts'
import type { AgentFlags } from './agents.ts'

/** What agents that work together share: turns, money and time, a copy to work in, and who is told of them. */
export interface AgentResources extends Pick<GuardOptions, 'limiter' | 'budget' | 'copies'> {
  readonly onNotice: (message: string) => void
}

export interface ResourceRequest {
  readonly flags: AgentFlags
  readonly config: Config
  readonly repository: Repository
  /** What reviewers see; null: the working tree. */
  readonly commit?: string | null
  /** Commits that reviewers do not see: what they say tells of earlier rounds. */
  readonly hidden?: ReadonlySet<string> | undefined
  /** Where more than these agents share it; otherwise it is made of the flags. */
  readonly budget?: SharedBudget | null
  readonly emit: (event: LoopEvent) => void
}

export function agentResources({
  flags,
  config,
  repository,
  commit,
  hidden,
  budget,
  emit,
}: ResourceRequest): AgentResources {
  return {
    limiter: createLimiter({ ...config.concurrency, onWait: (wait) => emit({ type: 'agent-waiting', ...wait }) }),
    budget:
      budget ??
      createSharedBudget({
        timeMs: flags.maxTimeMs ?? null,
        dollars: flags.maxDollars ?? null,
        atOnce: config.concurrency.overall,
      }),
    copies: createCopies(repository, commit ?? null, hidden),
    onNotice: (message) => tellOnce(emit, message),
  }
}

const told = new WeakMap<ResourceRequest['emit'], Set<string>>()

/** Every round of a loop has resources of its own, and one who listens to them all. */
function tellOnce(emit: ResourceRequest['emit'], message: string): void {
  const known = told.get(emit) ?? new Set()
  if (known.has(message)) return
  told.set(emit, known.add(message))
  emit({ type: 'notice', message })
}
