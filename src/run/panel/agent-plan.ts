import type { ProjectRule } from '../../core/agents/prompts.ts'
import type { PanelRole } from '../../core/panel/plan-panel.ts'
import type { AgentBudget, Json } from '../../types.ts'
import type { AgentPort, ReplyCache, TieredAgent } from '../ports.ts'

/** The agents of a round and what they are told. */
export interface AgentPlan {
  /** Passes take turns; where one fails the next one is asked. */
  readonly reviewers: readonly [TieredAgent, ...TieredAgent[]]
  /** Null: blocking findings are not verified. */
  readonly verifier: AgentPort | null
  /** The prompts, by the name of their file. */
  readonly prompts: Readonly<
    Record<PanelRole | 'shared' | 'verifier' | 'verifier-claims' | 'correction' | 'place-claims', string>
  >
  readonly rules: readonly ProjectRule[]
  /** What the project says about its critics, by their name. */
  readonly guides: ReadonlyMap<string, string>
  /** What the change is to fulfil, as a part of a prompt, for those who judge that. */
  readonly story: string | null
  readonly budget: AgentBudget
  readonly schemas: { readonly review: Json; readonly place: Json; readonly verify: Json }
  readonly workspace: string
  /** What the calls belong to: the id of a loop, or of the review. */
  readonly session: string
  readonly round: number
  /** Null: nothing is kept and nothing is taken from what was kept. */
  readonly cache: ReplyCache | null
  /** When no call is made any more. Never rejects. */
  readonly close: () => Promise<void>
}
