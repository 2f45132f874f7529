import type { FixGoals, ProjectRule } from '../../core/agents/prompts.ts'
import type { AgentBudget, Finding, Json } from '../../types.ts'
import type { AgentPort } from '../ports.ts'

export interface AgentFixer {
  readonly kind: 'agent'
  readonly agent: AgentPort
  /** prompts/fixer.md and prompts/fixer-correction.md */
  readonly prompts: { readonly fixer: string; readonly correction: string }
  readonly rules: readonly ProjectRule[]
  /** What else it has to keep; nothing when not given. */
  readonly goals?: FixGoals
  readonly budget: AgentBudget
  readonly schema: Json
  readonly workspace: string
}

export type Fixer = { readonly kind: 'builtin' } | AgentFixer

export interface FixRequest<Kind extends Fixer = Fixer> {
  /** The blocking ones must be answered for. */
  readonly findings: readonly Finding[]
  readonly fixer: Kind
  /** Files of the change as it was reviewed: to touch them is to stay near the findings. */
  readonly changeFiles: readonly string[]
  /** The validation commands. */
  readonly commands: readonly string[]
  readonly round: number
  readonly session: string | null
  /** What the prompt ends with when a fix is sent back; empty otherwise. */
  readonly again?: string
}
