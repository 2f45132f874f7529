import type { ClaimDecision, Finding, FixResult, Gate, OtherClaim, Severity, Usage, Verdict } from '../../types.ts'
import type { UncountedFinding, UnverifiedClaim } from './claims.ts'
import type { CodeInTree, QuotedCode } from './code-place.ts'
import type { MailSession, WatchSession } from './outside-session.ts'
import type { ReviewerTrait } from './reviewer-traits.ts'
import type { SessionGiven } from './session-given.ts'
import type { SettingsHashes } from './settings-hashes.ts'
import type { UndoneFix } from './undone-fix.ts'
import type { ValidationResult } from './validation-result.ts'

export type { ValidationResult } from './validation-result.ts'

// The words of a loop: what is appended to its journal, and what is folded from it.

export type LedgerStatus =
  | 'open'
  | 'fixed'
  | 'persisting'
  | 'regressed'
  | 'waived'
  | 'refuted'
  | 'accepted'
  | 'deferred'
  | 'discarded'

/** One thing that happened to a finding. */
export interface LedgerNote {
  readonly round: number
  readonly status: LedgerStatus
  /** A reviewer, the fixer, the loop, or a person. */
  readonly by: string
  readonly why: string
  /** The commit it is about, where there is one. */
  readonly commit: string | null
}

/** A finding across rounds, under the id it had first. */
export interface LedgerEntry {
  readonly id: string
  /** As it was raised last. */
  readonly finding: Finding
  readonly severity: Severity
  /** Whether it holds the loop up; a P2 that is first raised later does not, whatever it says of itself. */
  readonly blocking: boolean
  readonly status: LedgerStatus
  readonly firstRound: number
  readonly history: readonly LedgerNote[]
  /** For a `deferred` one: who looks at it, and what is to be done. */
  readonly followUp: { readonly owner: string; readonly action: string } | null
  /** For a `refuted` one: the files that showed it changed since. */
  readonly isOutdated?: boolean
  /** Where the code that it quotes stood last; `isGone`: a review since has not found it there. */
  readonly code?: CodeInTree & { readonly isGone?: boolean }
  /** What it asked for when it was fixed; a review since, in this round, asks for the opposite. */
  readonly reverses?: OtherClaim & { readonly round: number }
  /** When it was first raised, it had been there at an earlier review: as a claim, or beside code of which the same was said. */
  readonly wasThere?: boolean
}

/** What shows that a blocking finding is closed. */
export interface FixCertificate {
  readonly finding: string
  /** The last review does not raise it. */
  readonly notFoundAgain: boolean
  /** The code it quoted is not there any more as it was. */
  readonly codeChanged: boolean
  /** A test that came with the fix fails without it and passes with it. Null: there was none, or it could not be run. */
  readonly testProves: boolean | null
  /** That proof is of the fix as a whole: the same change mended other findings. */
  readonly shared?: true
  /** One sentence, also where it is not proven. */
  readonly text: string
}

export type LoopReason =
  | 'limit'
  | 'stuck'
  | 'oscillation'
  | 'unverified'
  | 'fix_failed'
  | 'unable'
  | 'validation'
  | 'budget'
  | 'user_changed'
  | 'checks_changed'
  | 'reviewer'

export type LoopAnswer = 'a' | 'b' | 'c'

/** What a person is asked when the loop cannot go on by itself. */
export interface LoopQuestion {
  readonly round: number
  readonly reason: LoopReason
  readonly text: string
  /** Ids of findings that are left. */
  readonly remaining: readonly string[]
  readonly allowed: readonly LoopAnswer[]
}

export type LoopOutcome = 'approved' | 'blocked' | 'escalated' | 'inconclusive' | 'accepted' | 'interrupted' | 'dry_run'

/** What the user decides beforehand. */
export interface LoopPolicy extends LoopLimits {
  /** Reviews without asking anybody; a person may add one at a time, up to `hardCap`. */
  readonly maxRounds: number
  readonly hardCap: number
  readonly onLimit: 'ask' | 'block' | 'accept' | 'continue'
  /** Whether a fix becomes a commit. */
  readonly commit: boolean
  readonly validate: readonly string[]
  /** `allow`: a command that failed before the first fix does not block. */
  readonly baseline: 'block' | 'allow'
  readonly scopeGuard: 'report' | 'strict'
}

/** For the whole session, in all processes. */
export interface LoopLimits {
  readonly maxDollars: number | null
  readonly maxTimeMs: number | null
}

/** Where the work stands: what the next step has to find unchanged. */
export interface WorkPoint {
  readonly head: string
  /** Of the files as they are, uncommitted work included. */
  readonly tree: string
}

/** The journal: appended, never changed. `fold` makes the state from it. */
export type SessionEvent = { readonly at: string } & SessionFact

export type SessionFact =
  | {
      readonly type: 'session-started'
      readonly session: string
      readonly branch: string
      readonly base: string
      readonly baseCommit: string
      readonly policy: LoopPolicy
      readonly agents: { readonly reviewer: string; readonly fixer: string; readonly verifier: string }
      readonly story: string | null
      readonly given?: SessionGiven
      readonly settings?: SettingsHashes
      readonly mail?: MailSession
      readonly watch?: WatchSession
      readonly traits?: readonly ReviewerTrait[]
      /** Paths that others left behind before it began: no part of the work. */
      readonly outputs?: readonly string[]
    }
  /** The files that the first round works on. Before it, uncommitted work may still have to be committed or read. */
  | { readonly type: 'work-recorded'; readonly point: WorkPoint }
  /** Written before an effect: after a crash this is what has to be looked at first. */
  | { readonly type: 'intended'; readonly step: string; readonly point: WorkPoint }
  /** `wrote`: what the commands left behind. It is neither reviewed nor committed. */
  | {
      readonly type: 'baseline-validated'
      readonly validations: readonly ValidationResult[]
      readonly wrote?: readonly string[]
    }
  | {
      readonly type: 'round-reviewed'
      readonly round: number
      readonly point: WorkPoint
      /** Files in which `point` differs from what the round before reviewed. */
      readonly changed?: readonly string[]
      readonly verdict: Verdict
      readonly gate: Gate
      readonly findings: readonly Finding[]
      /** Of what was raised and does not count because somebody showed that it is wrong, or accepted it. */
      readonly refuted: readonly Finding[]
      readonly waived: readonly Finding[]
      /** Raised, though not so that it counts. */
      readonly uncounted?: readonly UncountedFinding[]
      readonly unverified?: readonly UnverifiedClaim[]
      readonly code?: QuotedCode
      readonly usage: Usage
      readonly reviewDir: string | null
      readonly document: string | null
      /** Why whoever reviews gives no further round: no fix is begun before a person was asked. */
      readonly final?: string
      /** Who did not speak in time: what the others say is fixed once, and then it ends. */
      readonly missing?: readonly string[]
      /** Whose request for changes stands, although nothing is left to be done for it here. */
      readonly objectors?: readonly string[]
      /** Why nobody can merge it yet. */
      readonly barriers?: readonly string[]
      /** There is nothing left to review. */
      readonly ended?: 'merged' | 'closed'
      /** Commits that are only here then, as `git cherry-pick` takes them. */
      readonly unpushed?: string
    }
  /** `undoes`: the kept fix of an earlier round that it takes back, and where. */
  | {
      readonly type: 'fix-made'
      readonly round: number
      readonly fix: FixResult
      readonly point: WorkPoint
      readonly undoes?: UndoneFix
    }
  | {
      readonly type: 'fix-validated'
      readonly round: number
      /** 1, and 2 after the fix was sent back. */
      readonly attempt: number
      readonly validations: readonly ValidationResult[]
      readonly wrote?: readonly string[]
    }
  /** `commit` is null when there was nothing to commit: the last one has the files as the fix left them. */
  | {
      readonly type: 'fix-committed'
      readonly round: number
      readonly commit: string | null
      readonly point: WorkPoint
    }
  /** Somebody who has a say decided otherwise while it was made: it is taken back before anybody sees it. */
  | { readonly type: 'fix-unwanted'; readonly round: number; readonly why: string }
  /** `commit` is the revert, null when files were restored before there was a commit. */
  | {
      readonly type: 'rolled-back'
      readonly round: number
      readonly why: string
      readonly commit: string | null
      readonly point: WorkPoint
    }
  /** On the forge, by its id there, because this commit, its fix, is in the head: whoever opens it again does not want it closed. */
  | { readonly type: 'thread-resolved'; readonly thread: string; readonly commit: string }
  | { readonly type: 'certified'; readonly round: number; readonly certificates: readonly FixCertificate[] }
  | { readonly type: 'user-changed'; readonly round: number; readonly found: WorkPoint; readonly why: string }
  | { readonly type: 'asked'; readonly question: LoopQuestion }
  | { readonly type: 'answered'; readonly answer: LoopAnswer; readonly by: string; readonly why: string }
  /** `limits`: what was said anew. */
  | {
      readonly type: 'resumed'
      readonly point: WorkPoint
      /** Decisions of people since then about claims that could not be checked. */
      readonly decisions?: readonly ClaimDecision[]
      readonly limits?: LoopLimits
      /** They were read anew. */
      readonly settings?: SettingsHashes
      /** By itself, on the head that somebody pushed from here: that counts as a restart. */
      readonly moved?: true
      /** It had approved, and that is not true any more; or its pull request had been closed, and is open again. */
      readonly reopened?: true
    }
  | { readonly type: 'interrupted'; readonly why: string }
  | { readonly type: 'ended'; readonly outcome: LoopOutcome; readonly reason: string; readonly head: string }
