import type { Severity, Usage, Verdict } from '../../types.ts'
import type { UnverifiedClaim } from './claims.ts'
import type { MailSession, WatchSession } from './outside-session.ts'
import type { FixCertificate, LedgerNote, LedgerStatus, LoopOutcome, LoopQuestion, ValidationResult } from './types.ts'

/** What `loop --format json` prints, and what every other format of a loop is made from. */
export interface LoopResult extends Parties {
  readonly schemaVersion: 1
  readonly outcome: LoopOutcome
  /** One sentence. */
  readonly reason: string
  /** Null for a dry run: there is none. */
  readonly session: string | null
  /** Whether `--resume` goes on with it; otherwise it prints this result again. */
  readonly resumable: boolean
  readonly rounds: readonly LoopRound[]
  readonly ledger: readonly LedgerLine[]
  readonly certificates: readonly FixCertificate[]
  /** What a person is asked; null when nothing is open. */
  readonly question: LoopQuestion | null
  /** Blocking claims that no review could check: a person decides each by its id. Not given where there are none. */
  readonly claims?: readonly UncheckedClaim[]
  readonly usage: Usage
  /** The commit that the branch stands at. */
  readonly head: string
  /** Files that are not in it as they are on the disk; not given where there are none. */
  readonly uncommitted?: readonly string[]
  /** New files of fixes that git ignores: nobody reviewed or committed them. Not given where there are none. */
  readonly unseen?: readonly string[]
}

/** With whom a loop works that does not review by itself. */
export interface Parties {
  readonly mail?: MailParties
  readonly watch?: WatchedPullRequest
}

export type WatchedPullRequest = Pick<WatchSession, 'repository' | 'pr'> & {
  readonly state: 'open' | 'merged' | 'closed'
  /** Commits that are only here after it ended, as `git cherry-pick` takes them; not given where there are none. */
  readonly unpushed?: string
  /** Whose request for changes stands; not given where there is nobody. */
  readonly objectors?: readonly string[]
  /** Why nobody can merge it yet: a draft, required checks, a merge queue; not given where nothing is known. */
  readonly barriers?: readonly string[]
}

export type MailParties = Pick<MailSession, 'as' | 'to' | 'pr'> &
  Partial<Pick<MailSession, 'push'>> & {
    /** Relative to the root; not given where the configuration says it. */
    readonly mailbox?: string
  }

/** What was decided after a review. Null: the loop was interrupted before. */
export type RoundDecision = 'approve' | 'fix' | 'ask' | 'stop'

export interface LoopRound {
  readonly round: number
  readonly verdict: Verdict
  /** What this review left to be looked at, and what of it holds the loop up: the numbers of its findings document. */
  readonly found: number
  readonly blocking: number
  readonly decision: RoundDecision | null
  readonly fix: RoundFix | null
  /** `before`: as it was when this round began. `after`: after its fix, null without one. */
  readonly validations: readonly RoundValidation[]
  /** Of the review and the fix. */
  readonly usage: Usage
}

export interface RoundFix {
  /** Null: nothing was committed. */
  readonly commit: string | null
  /** There was nothing to commit: the last commit has the files as the fix left them. */
  readonly alreadyCommitted?: true
  readonly files: readonly string[]
  /** Those among them that are far from the findings. */
  readonly beyond: readonly string[]
  readonly addressed: readonly { readonly id: string; readonly how: string }[]
  readonly unable: readonly { readonly id: string; readonly reason: string }[]
  readonly rolledBack: boolean
}

export interface RoundValidation {
  readonly command: string
  readonly before: ValidationResult['status'] | null
  readonly after: ValidationResult['status'] | null
}

export type UncheckedClaim = Pick<UnverifiedClaim, 'id' | 'severity' | 'file' | 'line' | 'title' | 'reason'>

/** One finding of the ledger, as it stands at the end. */
export interface LedgerLine {
  readonly id: string
  readonly severity: Severity
  readonly blocking: boolean
  readonly status: LedgerStatus
  readonly file: string | null
  readonly line: number | null
  readonly title: string
  readonly history: readonly LedgerNote[]
  /** For one that is left and does not block: who looks at it, and what is to be done. */
  readonly followUp: { readonly owner: string; readonly action: string } | null
}
