import type { LoopAnswer, LoopQuestion, SessionEvent } from '../../core/loop/types.ts'
import type { LoopEvent } from '../../types.ts'
import type { AgentFlags } from '../agents/agents.ts'
import type { TrustConfig } from '../trust/trust-config.ts'

/** What the library takes for a loop; what is not given comes from the configuration. */
export interface LoopOptions {
  readonly cwd?: string
  /** Nothing (the branch) or paths. */
  readonly scope?: readonly string[]
  readonly base?: string
  readonly config?: string
  readonly agents?: AgentFlags & { readonly fixer?: string }
  readonly maxRounds?: number
  readonly validate?: readonly string[]
  readonly onLimit?: 'ask' | 'block' | 'accept' | 'continue'
  readonly scopeGuard?: 'report' | 'strict'
  readonly intent?: string
  /** A file with acceptance criteria. */
  readonly story?: string
  /** What to do with uncommitted work: refuse (the default), commit it first, or review and fix it as it is. */
  readonly dirty?: 'refuse' | 'commit' | 'include'
  readonly commit?: boolean
  /** A session's id, or true for the newest of this branch. */
  readonly resume?: string | true
  readonly ci?: boolean
  /** As for a review. */
  readonly trustConfig?: TrustConfig
  readonly signal?: AbortSignal
  readonly onEvent?: (event: LoopEvent) => void
  /** What happened before, when a session is gone on with. */
  readonly onResume?: (events: readonly SessionEvent[]) => void
  /** Every line of the journal, as it is written. */
  readonly onSessionEvent?: (event: SessionEvent) => void
  /** How waiting for others goes, a line at a time. */
  readonly onLine?: (line: string) => void
  /** Said once: what was found on the way. */
  readonly onNotice?: (message: string) => void
  /** Null: nobody answers now, and the question is kept. */
  readonly ask?: (question: LoopQuestion) => Promise<{ answer: LoopAnswer; by: string; why: string } | null>
}
