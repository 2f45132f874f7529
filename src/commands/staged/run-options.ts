import type { SessionEvent } from '../../core/loop/types.ts'
import type { RunAction } from '../../core/staged/machine/actions.ts'
import type { RunEvent } from '../../core/staged/machine/facts.ts'
import type { RunAnswer, RunQuestion } from '../../core/staged/machine/questions.ts'
import type { StopPoint } from '../../core/staged/stages.ts'
import type { LoopEvent } from '../../types.ts'
import type { TrustConfig } from '../trust/trust-config.ts'
import type { StagedFlags } from './staged-agents.ts'

/** What a run begins with, or which one it goes on with. */
export type RunEntry =
  | {
      readonly kind: 'work-item'
      readonly text: string
      /** That it was read from, absolute. */
      readonly file?: string
      /** It is planned whatever is there: no session, plan or uncommitted work is looked for. */
      readonly isNew?: boolean
    }
  | { readonly kind: 'plan'; readonly plan: string; readonly title: string; readonly description: string }
  | { readonly kind: 'review-only'; readonly description: string }
  /** `session`: an id or its beginning; true for the newest. */
  | { readonly kind: 'resume'; readonly session: string | true; readonly needsPlan: boolean }

export type NewEntry = Exclude<RunEntry, { readonly kind: 'resume' }>

/** What the library takes for a staged run; what is not given comes from the configuration. */
export interface RunOptions {
  readonly entry: RunEntry
  readonly cwd?: string
  readonly config?: string
  /** It ends with the approved plan. */
  readonly planOnly?: boolean
  readonly handsfree?: boolean
  readonly stopAfter?: StopPoint
  readonly acceptExternal?: boolean
  /** The adversarial gate before `exec` counts as complete. */
  readonly gate?: boolean
  readonly agents?: StagedFlags
  readonly validate?: readonly string[]
  /** `false`: what is delivered is not reviewed as a whole, in a loop against where it began. */
  readonly postReview?: boolean
  /** As for a review. */
  readonly trustConfig?: TrustConfig
  readonly signal?: AbortSignal
  /** Of the agents and reviews inside. */
  readonly onEvent?: (event: LoopEvent) => void
  /** Every line of the journal, as it is written. */
  readonly onRunEvent?: (event: RunEvent) => void
  /** The same of the loop that reviews what was delivered. */
  readonly onLoopEvent?: (event: SessionEvent) => void
  /** What begins now. */
  readonly onStep?: (action: RunAction) => void
  readonly onNotice?: (message: string) => void
  /** There is uncommitted work: the work item is planned beside it, or that work is reviewed instead. Null: nobody says. */
  readonly chooseDirty?: (files: readonly string[]) => Promise<'plan' | 'review' | null>
  /** Null: nobody answers now, and the question is kept. */
  readonly ask?: (question: RunQuestion) => Promise<{ readonly answer: RunAnswer; readonly by: string } | null>
}
