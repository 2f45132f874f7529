import type { LoopAction } from '../../core/loop/decide.ts'
import type { MailSession, WatchSession } from '../../core/loop/outside-session.ts'
import type { ReviewerTrait } from '../../core/loop/reviewer-traits.ts'
import type { LoopState } from '../../core/loop/state.ts'
import type { Story } from '../../core/loop/story.ts'
import type { LoopPolicy, SessionFact } from '../../core/loop/types.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { RoundReview, Unwanted } from '../../run/loop/ports.ts'
import type { OpenSession } from '../../run/session/open-session.ts'
import type { AgentSettings, Config } from '../../types.ts'
import type { SessionSettings } from '../reviewing/frozen-settings.ts'
import type { PreparedReview } from '../reviewing/prepare-review.ts'
import type { LoopOptions } from './loop-options.ts'

export type LoopSession = OpenSession<LoopState, SessionFact>

/** A loop that runs, with all it rests on. */
export interface LoopWorld extends LoopSession {
  readonly setup: PreparedLoop
  readonly options: LoopOptions
  readonly session: string
  readonly frozen: SessionSettings
}

/** Everything a loop rests on, checked before anything is written or paid for. */
export interface PreparedLoop {
  readonly prepared: PreparedReview
  /** Not bound to the signal: what is half done is brought to an end. */
  readonly repository: Repository
  readonly fixer: AgentSettings | null | undefined
  /** Reads unclear texts on a pull request. Null: nobody does. */
  readonly reader: AgentSettings | null
  readonly policy: LoopPolicy
  readonly story: Story | null
  readonly branch: string
  /** Null: agents review, here. */
  readonly outside: OutsideReview | null
}

/** Somebody somewhere else reviews, instead of agents here. */
export interface OutsideReview {
  /** The command that starts and resumes it: 'mail author', 'watch'. */
  readonly command: string
  /** To be named in the journal. */
  readonly reviewer: string
  /** Kept in the journal. */
  readonly session: ({ readonly mail: MailSession } | { readonly watch: WatchSession }) & {
    readonly traits: readonly ReviewerTrait[]
  }
  /** Reviews without asking anybody, and in all. */
  readonly rounds: (config: Config) => { readonly usual: number; readonly most: number }
  /** Whether the branch is pushed before every review. */
  readonly push: boolean
  /** The head that somebody else pushed while it was waited for; null: nobody did. */
  readonly movedTo?: () => string | null
  /** A session that ended goes on: somebody has said something since it approved, or opened the pull request again. */
  readonly isReopened?: boolean
  /** Called with each step of the loop before it begins. */
  readonly onStep?: (action: LoopAction) => void
  /** Rejects when the signal comes; whatever else happens is in the review. */
  readonly review: (round: number, world: LoopWorld) => Promise<RoundReview | Unwanted>
  /** The reason if somebody rejected the last fix while it was made; null: nobody is known to have. */
  readonly unwanted?: (world: LoopWorld) => Promise<string | null>
}
