import type { CriticGates } from '../core/change/critic-gates.ts'
import type { Earlier } from '../core/verdict/incremental.ts'
import type { ClaimDecision, Config, ResolvedScope, StagedVersion } from '../types.ts'
import type { AgentPlan } from './panel/agent-plan.ts'
import type { ImportedReview } from './ports.ts'

/** What is reviewed in a round, and how. */
export interface RoundRequest {
  readonly id: string
  readonly scope: ResolvedScope
  /** Null: no file of the scope is staged otherwise than it is in the work tree. */
  readonly staged: StagedVersion | null
  /** The files that are looked at, of all that belong to the change. Null: all of them. */
  readonly only: ReadonlySet<string> | null
  readonly config: Config
  readonly gates: CriticGates
  readonly hygieneOnly: boolean
  /** Null: the built-in reviewers alone. */
  readonly agents: AgentPlan | null
  readonly imports: readonly ImportedReview[]
  /** Untracked files that were too large to read, with their size in bytes. */
  readonly oversized: ReadonlyMap<string, number>
  /** The last review, where this one has to do with it. */
  readonly earlier: Earlier | null
  /** What people decided about claims that could not be checked. */
  readonly decisions: readonly ClaimDecision[]
  readonly notices: readonly string[]
  /** 'YYYY-MM-DD', for waivers. */
  readonly today: string
}
