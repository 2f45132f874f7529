import type { KeptEarlier, Usage } from '../../../types.ts'
import type { Undone } from '../../fix/undone.ts'
import type { PostReview } from '../../loop/post-review.ts'
import type { SettingsHashes } from '../../loop/settings-hashes.ts'
import type { ValidationResult, WorkPoint } from '../../loop/types.ts'
import type { DeliveryBlock } from '../delivery-block.ts'
import type { DriftReason } from '../drift.ts'
import type { RoundChange } from '../replies/execution-claims.ts'
import type { OpenQuestion } from '../replies/question.ts'
import type { ReviewIssue } from '../replies/reviewer-issues.ts'
import type { ReviewerVerdict } from '../replies/reviewer-reply.ts'
import type { RoundFailure } from '../session-file/session-round.ts'
import type { SessionBackends, SessionStart } from '../session-file/start-session.ts'
import type { PassName } from '../stage-table.ts'
import type { Stage, StageEvent, StopPoint } from '../stages.ts'
import type { RunOutcome, RunPolicy, TreeSnapshot } from './policy.ts'
import type { AskedQuestion, RunAnswer, RunQuestion } from './questions.ts'
import type { Unapproved } from './unapproved-edits.ts'

// The journal of a staged run: appended, never changed. `fold` makes the state from it, `documentAfter` the session file.

/** Who did it, and what it took. */
interface Spent {
  /** Counted in the phase of its history, from 1. */
  readonly round: number
  readonly backend: string
  readonly usage: Usage
  readonly durationMs: number
}

/** One half of a round. */
interface Work extends Spent {
  readonly pass: PassName
  /** The files after it. */
  readonly point: WorkPoint
}

/** Who may write may have harmed work that is not its own. */
interface Writing extends Work, KeptEarlier {}

/** What the validation commands said, and the files they left behind: those are no work, and stay where they are. */
export interface Checked {
  readonly validations: readonly ValidationResult[]
  readonly wrote: readonly string[]
  /** The files after them, where such changed meanwhile as are worked on; absent elsewhere. */
  readonly left?: WorkPoint
}

export type RunEvent = { readonly at: string } & RunFact

export type RunFact =
  /** `begin`: null for the session of another tool, which is imported next. */
  | {
      readonly type: 'run-started'
      readonly session: string
      readonly title: string
      readonly workItem: string
      readonly policy: RunPolicy
      readonly begin: SessionStart | null
      readonly backends: SessionBackends
      /** Who was named for which role, as it was said: `--resume` needs no word of it again. */
      readonly named: Readonly<Record<string, string>>
      /** The validation commands, where they were said. */
      readonly validate: readonly string[]
      readonly settings?: SettingsHashes
      /** What was checked out. */
      readonly branch: string
    }
  /** The files when it began. In a large repository this takes long: what was said is in the journal before. */
  | {
      readonly type: 'work-read'
      readonly point: WorkPoint
      readonly tree: TreeSnapshot
      /** The session of another tool, in which nothing has been done so far. */
      readonly isUntouched?: true
    }
  /** Another tool wrote the session file, or went on with ours: this is the text of it, which has been parsed. */
  | {
      readonly type: 'imported'
      readonly text: string
      /** What it calls approved and edited since; absent for nothing. */
      readonly unapproved?: readonly Unapproved[]
      readonly point: WorkPoint
    }
  /** `revalidates`: with other validation commands than those that ran last. */
  | {
      readonly type: 'resumed'
      readonly policy: RunPolicy
      readonly revalidates?: true
      readonly settings?: SettingsHashes
    }
  /** Written before an effect: after a crash this is what has to be looked at first. */
  | { readonly type: 'intended'; readonly step: string; readonly point: WorkPoint }
  /** What such an effect had written when it was cut off. */
  | ({ readonly type: 'undone' } & Undone)
  /** The validation commands before anybody executed: what does not pass here is not to be blamed on the run. */
  | ({ readonly type: 'baseline-validated' } & Checked)
  | { readonly type: 'entered'; readonly pass: PassName }
  | ({
      readonly type: 'written'
      /** The answer, as it was given. */
      readonly text: string
      /** One sentence of it for the history. */
      readonly result: string
      /** What differs from before the round, by content. */
      readonly delta: readonly RoundChange[]
      /** Everything that differs from HEAD now, with what is said of it. */
      readonly changed: readonly { readonly path: string; readonly note: string }[]
      /** What informs the work and was not changed. */
      readonly related: readonly { readonly path: string; readonly note: string }[]
      readonly isNoOp: boolean
      /** Nothing but prose, comments or metadata differs: no behaviour, no test, no lint baseline. */
      readonly proseOnly: boolean
      readonly questions: readonly OpenQuestion[]
    } & Writing)
  /** What it answered does not count. Files stay as it left them; the next attempt is compared with before the round. */
  | ({
      readonly type: 'writer-rejected'
      readonly attempt: number
      readonly problems: readonly string[]
      /** It tells its tool calls, and made none. */
      readonly usedNoTool?: true
    } & Writing)
  /** `replay`: of prose that a later stage wrote. Built-in checks answer in the same words. */
  | ({
      readonly type: 'reviewed'
      readonly kind: 'look' | 'replay'
      readonly verdict: ReviewerVerdict
      readonly issues: readonly ReviewIssue[]
      readonly questions: readonly OpenQuestion[]
    } & Work)
  | ({ readonly type: 'reviewer-failed'; readonly attempt: number; readonly failure: RoundFailure } & Work)
  /** Null: of no pass, but of what is delivered. */
  | ({ readonly type: 'checked'; readonly pass: PassName | null } & Checked)
  | { readonly type: 'rolled-back'; readonly pass: PassName; readonly why: string; readonly point: WorkPoint }
  | { readonly type: 'plan-approved'; readonly text: string }
  /** What it found all the same is advice. */
  | ({ readonly type: 'gate-passed'; readonly summary: string; readonly issues: readonly ReviewIssue[] } & Spent)
  | { readonly type: 'gate-skipped'; readonly round: number; readonly why: string }
  /** Without issues it gave no answer that counts: that is no approval either. */
  | ({ readonly type: 'gate-blocked'; readonly reason: string; readonly issues: readonly ReviewIssue[] } & Spent)
  | { readonly type: 'stage-completed'; readonly stage: Stage; readonly why: string }
  | { readonly type: 'cleared'; readonly why: StageEvent }
  | {
      readonly type: 'preflight'
      readonly round: number
      /** Tracked files that look like secrets or keys. */
      readonly tracked: readonly string[]
      /** In the content of what is delivered, and private keys in what is tracked: where, and never the value. */
      readonly secrets: readonly ReviewIssue[]
      /** Patterns that the ignore file lacks. */
      readonly missing: readonly string[]
    }
  | { readonly type: 'ignores-written'; readonly patterns: readonly string[]; readonly point: WorkPoint }
  /** `baseline`: the session file does not say what the tree was. */
  | {
      readonly type: 'drift-found'
      readonly kind: 'drift' | 'baseline'
      readonly reasons: readonly DriftReason[]
      readonly point: WorkPoint
      readonly tree: TreeSnapshot
    }
  | {
      readonly type: 'drift-accepted'
      readonly kind: 'drift' | 'baseline'
      readonly by: string
      readonly tree: TreeSnapshot
    }
  /**
   * The files are not as they were when the drift was found: what was asked or said about it does not count any more. `point`: the files
   * now, where it was found against what another tool says of them.
   */
  | { readonly type: 'drift-withdrawn'; readonly isAsLeft: boolean; readonly point?: WorkPoint }
  | { readonly type: 'asked'; readonly question: RunQuestion; readonly tree: TreeSnapshot | null }
  | { readonly type: 'answered'; readonly answer: RunAnswer; readonly by: string }
  /** Hands-free: the reviewer chose in place of a person. */
  | {
      readonly type: 'decided'
      readonly question: AskedQuestion
      readonly answer: RunAnswer
      readonly reason: string
      readonly by: string
      readonly usage: Usage
    }
  /** Hands-free: its answer does not count. A person is asked after all. */
  | { readonly type: 'undecided'; readonly reason: string; readonly usage: Usage }
  | { readonly type: 'stopped'; readonly stopPoint: StopPoint; readonly tree: TreeSnapshot | null }
  /** `mixed`: files with work from before the run, of somebody else, or that no executor named; because of them nothing was committed. */
  | {
      readonly type: 'delivered'
      readonly commit: string | null
      readonly mixed: readonly string[]
      /** The file that got a line; null for none. */
      readonly changelog: string | null
      /** Files that changed while they were committed, by a hook: what is delivered is not what was validated. */
      readonly changedByHook: readonly string[]
      readonly point: WorkPoint
      readonly tree: TreeSnapshot
    }
  | { readonly type: 'interrupted'; readonly why: string }
  /** `blockedBy`: null leaves what the session says. */
  | {
      readonly type: 'ended'
      readonly outcome: RunOutcome
      readonly reason: string
      readonly blockedBy: DeliveryBlock | null
      readonly tree: TreeSnapshot | null
    }
  /** After a delivery: a loop reviews the whole, in a session of its own. */
  | { readonly type: 'post-review-started'; readonly loop: string }
  | {
      readonly type: 'post-reviewed'
      readonly review: PostReview
      /** The files after it. */
      readonly point: WorkPoint
      readonly tree: TreeSnapshot
    }

export type Fact<Type extends RunFact['type']> = Extract<RunFact, { readonly type: Type }>
