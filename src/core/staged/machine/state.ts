import type { Usage } from '../../../types.ts'
import type { PostReview } from '../../loop/post-review.ts'
import type { ValidationResult, WorkPoint } from '../../loop/types.ts'
import type { DeliveryBlock } from '../delivery-block.ts'
import type { OpenQuestion } from '../replies/question.ts'
import type { ReviewIssue } from '../replies/reviewer-issues.ts'
import type { ApprovedPlan } from '../session-file/session-document.ts'
import type { RoundFailure } from '../session-file/session-round.ts'
import { type PassName, passes, type RoundPhase } from '../stage-table.ts'
import type { Stage, StageEvent } from '../stages.ts'
import type { Fact } from './facts.ts'
import type { RunOutcome, RunPolicy } from './policy.ts'
import type { AskedQuestion, RunAnswer, RunQuestion } from './questions.ts'

/** The pass that is under way. Everything in it begins anew when a pass is entered. */
export interface PassState {
  readonly name: PassName
  /** The round that was written and not looked at yet; null for none. */
  readonly openRound: number | null
  readonly hasWritten: boolean
  /** The files before the round that is being written, as long as no answer counts. */
  readonly writingSince: WorkPoint | null
  /** The files before the last write: what a roll-back goes back to. */
  readonly writtenSince: WorkPoint | null
  /** A write changed files, and neither a look nor clearing the stages has made up for it. */
  readonly unsettled: 'prose' | 'behaviour' | null
  /** Answers of the writer, and of the reviewer, that did not count, in a row and since the run was last resumed. */
  readonly rejections: readonly Pick<Fact<'writer-rejected'>, 'problems' | 'usedNoTool'>[]
  readonly failures: readonly RoundFailure[]
  /** The last look, if nothing was written since. */
  readonly review: Pick<Fact<'reviewed'>, 'kind' | 'verdict' | 'issues' | 'point'> | null
  /** What the commands said, if nothing was written since. */
  readonly checks: readonly ValidationResult[] | null
  /** Looks and checks that found something. */
  readonly failed: number
  /** Those among them that were validation commands. */
  readonly failedChecks: number
  /** The critical issues of each look, by what they say and where. */
  readonly criticals: readonly (readonly string[])[]
  /** Somebody wants to go on after so many of them. */
  readonly insistedAt: number | null
  /** Questions that were decided without a person. */
  readonly decided: number
  /** Not answered yet. */
  readonly questions: readonly OpenQuestion[]
  /** A question of the planner, of a plan, or of a reviewer who approved, was answered: the work has to take that in. */
  readonly takesAnswer: boolean
  readonly preflight: Pick<Fact<'preflight'>, 'tracked' | 'secrets' | 'missing'> | null
  readonly writesIgnores: boolean
}

/** A question that was answered: told to every agent from then on, and in the summary. */
export interface AnsweredQuestion {
  readonly question: AskedQuestion
  readonly answer: RunAnswer
  readonly by: string
  /** The reviewer chose because nobody was to be asked. */
  readonly isAutonomous: boolean
}

export interface RunState {
  readonly started: Fact<'run-started'> | null
  /** The files when it began; null: they are not read yet. */
  readonly work: Fact<'work-read'> | null
  /** As it was given last. */
  readonly policy: RunPolicy | null
  readonly plan: ApprovedPlan | null
  readonly draft: string | null
  /** What the validation commands said before the execution, or since where they failed then; null if they did not run. */
  readonly baseline: readonly ValidationResult[] | null
  /** What the validation commands said last, and of which files; null: they have to run in any case. */
  readonly checked: { readonly validations: readonly ValidationResult[]; readonly point: WorkPoint } | null
  /** The files that the security preflight looked at last. */
  readonly preflightAt: WorkPoint | null
  /** Files that a hook changed while they were committed, and whether it did so to what it had made of them; null: it did not. */
  readonly changedByHook: { readonly files: readonly string[]; readonly isAgain: boolean } | null
  /** What the validation commands left behind: no part of the work. */
  readonly outputs: readonly string[]
  /** The files as the commands left them last, where they changed what is worked on; null elsewhere. */
  readonly commandsLeft: { readonly commands: readonly string[]; readonly point: WorkPoint } | null
  /** What of that was accepted, by whom, and the files as they were then; null where other commands run since. */
  readonly commandEdits: {
    readonly paths: readonly string[]
    readonly by: string
    readonly point: WorkPoint | null
  } | null
  readonly completed: readonly Stage[]
  /** The files that the completed stages speak of. */
  readonly validFor: WorkPoint | null
  readonly block: DeliveryBlock | null
  readonly pass: PassState | null
  /** Passes that ran to their end since the tree was last taken as it is. */
  readonly ran: readonly PassName[]
  /** Rounds by phase. */
  readonly rounds: Readonly<Partial<Record<RoundPhase, number>>>
  /** Looks at the execution since the run was started or resumed. */
  readonly roundsHere: number
  /** An executor worked in this session: what is to be done now is to look. */
  readonly hasExecuted: boolean
  /** What is left to be resolved in a pass that is not under way. */
  readonly open: { readonly pass: PassName; readonly issues: readonly ReviewIssue[] } | null
  /** Of a pass that is not under way: what was asked in it, and whether an answer to it has to be taken in; null for nothing. */
  readonly left: {
    readonly pass: PassName
    readonly questions: readonly OpenQuestion[]
    readonly takesAnswer: boolean
  } | null
  readonly gate: 'passed' | 'skipped' | 'blocked' | null
  readonly gateFailure: string | null
  /** What the gate refused, and why, until the execution is entered again: files that are like that are not approved by anybody. */
  readonly refusal: PassState['review']
  /** What happened to the tree that the stages have to be cleared for. */
  readonly toClear: StageEvent | null
  /** How often the run went back to `exec`, and whose writes made it do so last. */
  readonly replays: { readonly count: number; readonly by: Stage | null }
  /** Ignore patterns that somebody decided against. */
  readonly leftIgnores: readonly string[]
  readonly drift: Fact<'drift-found'> | null
  /** Who took the tree as it is. */
  readonly driftAcceptedBy: string | null
  /** How often the tree was taken as it is since the run was started or resumed. */
  readonly driftsHere: number
  /** Asked and not answered. */
  readonly question: RunQuestion | null
  /** Hands-free: the reviewer could not decide what is asked now. */
  readonly isUndecided: boolean
  readonly answers: readonly AnsweredQuestion[]
  /** A session that was not delivered is resumed, and nobody said yet whether to go on. */
  readonly isBlockOpen: boolean
  /** What was said when it was blocked; empty where another tool did that. */
  readonly blockReason: string
  readonly ending: Pick<Fact<'ended'>, 'outcome' | 'reason' | 'blockedBy'> | null
  readonly intended: Fact<'intended'> | null
  /** The files as the run left them last. */
  readonly point: WorkPoint | null
  readonly usage: Usage
  readonly outcome: RunOutcome | null
  readonly reason: string
  /** The session of the loop that reviews what was delivered; null: none was started. */
  readonly postReviewSession: string | null
  /** What it came to last; null: nothing yet. */
  readonly postReview: PostReview | null
}

export function policyOf({ policy }: RunState): RunPolicy {
  if (policy === null) throw new Error('the journal does not begin with the start of a run')
  return policy
}

/** Who resumes and takes the tree as it is has put right what blocked it. */
export function answeredByFlag(
  { kind }: AskedQuestion,
  state: RunState,
): Pick<Fact<'answered'>, 'answer' | 'by'> | undefined {
  if (kind !== 'blocked' || !policyOf(state).acceptExternal) return undefined
  return { answer: { choice: 'continue', text: '' }, by: '--accept-external-state' }
}

/** The rounds of a pass that nobody has to be asked for. */
export function limitOf(state: RunState, { name }: PassState): number {
  const { mostFailures } = passes[name]
  return typeof mostFailures === 'number' ? mostFailures : policyOf(state)[mostFailures]
}

/** No stage is gone on with. What was delivered stays so, whatever a review after it says. */
export function isOver({ outcome, postReviewSession }: RunState): boolean {
  return outcome === 'delivered' || postReviewSession !== null
}

export function isSamePoint(one: WorkPoint | null, other: WorkPoint | null): boolean {
  return one !== null && other !== null && one.head === other.head && one.tree === other.tree
}

/** Whether the completed stages speak of the files as they are. */
export function holdsNow({ completed, validFor, point }: RunState): boolean {
  return completed.length === 0 || isSamePoint(validFor, point)
}

/** Whether the files are as they were when the run began, and nobody else's work is what it is about. */
export function hasDoneNothing({ started, work, plan, point }: RunState): boolean {
  if (started === null || work === null || plan?.source === 'review-only') return false
  return (started.begin !== null || work.isUntouched === true) && work.point.tree === point?.tree
}

/** Whether the tree may be told to others as in order: no work of others is in it, none that was refused, none unsettled. */
export function isVerified(state: RunState): boolean {
  const { drift, isBlockOpen, pass } = state
  return drift === null && !isBlockOpen && pass?.writingSince == null && holdsNow(state)
}
