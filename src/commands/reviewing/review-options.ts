import type { LoopEvent, ReviewResult, Severity } from '../../types.ts'
import type { AgentFlags } from '../agents/agents.ts'
import type { CodeFrames } from '../frames.ts'
import type { TrustConfig } from '../trust/trust-config.ts'

// What the library takes and gives. Kept apart from the work: whoever uses the types should not need ours of Node.

export interface ReviewOptions {
  readonly cwd?: string
  /** The words after `review-loop review`: nothing, 'staged', paths, 'A..B'. */
  readonly scope?: readonly string[]
  readonly base?: string
  readonly committed?: boolean
  readonly hygieneOnly?: boolean
  readonly sinceLastReview?: boolean
  readonly fullReview?: boolean
  /** From which severity on the exit code is 1; the result says so. The gate stays as it is. */
  readonly failOn?: Severity
  /** Reports of other analysers: SARIF, rdjson, rdjsonl or our own JSON. */
  readonly imports?: readonly string[]
  readonly config?: string
  /** What the change is for, instead of what its commits say. */
  readonly intent?: string
  /** False: every question is asked, and no reply is kept. */
  readonly cache?: boolean
  /** Who reviews and verifies; what is not named comes from the configuration. */
  readonly agents?: AgentFlags
  /** CI mode: reviews the pull request of this run or branch and leaves hand-off files. Never writes to GitHub. */
  readonly github?: boolean
  /** With `github`: the server to ask. Default: GITHUB_API_URL, else GitHub. */
  readonly apiUrl?: string
  /** Where the hand-off files go. Default: .review-loop/handoff. */
  readonly handoffDir?: string
  /** Read configuration from the base commit. Default: with `github`, and when the variable CI is set. */
  readonly ci?: boolean
  /** Whether configuration that this branch changes may apply: yes, or a function that asks the user. Default: no, it is refused. */
  readonly trustConfig?: TrustConfig
  readonly signal?: AbortSignal
  readonly onEvent?: (event: LoopEvent) => void
}

export interface ReviewOutput {
  readonly result: ReviewResult
  /** The code around each finding, by its id, with secrets masked. */
  readonly frames: CodeFrames
}
