import { readEnvironment } from '../../config/environment.ts'
import { modelFor } from '../../core/agents/model-for.ts'
import type { RawReply } from '../../core/agents/raw-reply.ts'
import type { ReadReply } from '../../core/agents/read-reply.ts'
import { type BudgetLimits, remainingBudget } from '../../core/fix/remaining-budget.ts'
import { hashText } from '../../core/values/hash.ts'
import { type Repository, withoutSignal } from '../../io/git/repository.ts'
import { type AskResult, askAgents } from '../../run/agent-calls.ts'
import type { AgentSettings, Config, Json, LoopEvent, Usage } from '../../types.ts'
import { agentPort } from '../agents/agent-port.ts'
import { agentResources } from '../agents/agent-resources.ts'
import { replyCache } from '../agents/reply-cache.ts'
import { readPrompts } from '../prompts.ts'

export interface ReaderQuestion<T> {
  readonly prompt: string
  readonly schema: Json
  readonly read: (reply: RawReply) => ReadReply<T>
}

/** The agent that reads unclear texts, ready for some of them. */
export interface OpenReader {
  /** Never rejects. */
  readonly ask: <T>(question: ReaderQuestion<T>) => Promise<Pick<AskResult<T>, 'value' | 'outcome'>>
  readonly close: () => Promise<void>
}

export interface TextReader {
  readonly name: string
  /** `spent`: what was paid and is not in the limits yet. */
  readonly open: (spent: Usage) => Promise<OpenReader>
}

interface ReaderRequest {
  readonly settings: AgentSettings
  readonly config: Config
  readonly repository: Repository
  /** What all agents together may still take, without what this reader has spent. */
  readonly limits: () => BudgetLimits
  /** What the calls belong to; `step` tells reviews of a session apart. */
  readonly session: string
  readonly step: string
  readonly round: number
  readonly reviewDir: string
  readonly emit: (event: LoopEvent) => void
  readonly signal: AbortSignal
}

export function textReader(request: ReaderRequest): TextReader {
  const { config, session, round, emit, signal } = request
  const settings = { ...request.settings, model: modelFor(request.settings, 'strong') }
  // What a cancelled agent leaves behind is undone all the same.
  const repository = withoutSignal(request.repository)
  // Kept for all sessions: a text means the same in each. Only a review that was cut off pays for what it asked.
  const attempt = Number.parseInt(hashText(`${session} ${request.step}`).slice(0, 8), 16)
  const cache = replyCache(repository.root, null, config.cache, { session: 'texts', round: 0, attempt })
  return {
    name: settings.name,
    open: async (spent) => {
      const flags = remainingBudget(request.limits(), spent, 0).limits
      const shared = agentResources({ flags, config, repository, emit })
      const { variables } = readEnvironment()
      const agent = await agentPort(settings, { repository, config, variables, reviewDir: request.reviewDir }, shared)
      const { correction } = readPrompts(['correction'])
      return {
        ask: async ({ prompt, schema, read }) => {
          const task = {
            ...({ role: 'verifier', name: 'text-reader', round, session, prompt, workspace: repository.root } as const),
            ...{ mayWrite: false, budget: config.budget, files: [], findings: [], schema },
          }
          const clock = () => performance.now()
          const asked = await askAgents([agent], task, read, { emit, clock, signal, correction, cache })
          emit({ type: 'reviewer-end', outcome: asked.outcome })
          return asked
        },
        close: shared.copies.close,
      }
    },
  }
}
