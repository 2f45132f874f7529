import { type ExitCode, exitCodes } from '../../errors.ts'
import type { KeptEarlier, Usage } from '../../types.ts'
import { addUsage, noUsage } from '../cost/usage.ts'
import type { Undone } from '../fix/undone.ts'
import type { PostReview } from '../loop/post-review.ts'
import { workedTime } from '../loop/session-summary.ts'
import type { ValidationResult } from '../loop/types.ts'
import { isFailing } from '../loop/validations.ts'
import { type DeliveryBlock, unblockedStages } from './delivery-block.ts'
import { acceptedFiles, earlierFolders } from './foreign-edits.ts'
import type { RunEvent } from './machine/facts.ts'
import { foldRun } from './machine/fold.ts'
import type { RunOutcome } from './machine/policy.ts'
import type { RunQuestion } from './machine/questions.ts'
import type { AnsweredQuestion, RunState } from './machine/state.ts'
import type { ReviewIssue } from './replies/reviewer-issues.ts'
import { answerWords, questionTopic } from './run-answer.ts'
import { runFiles } from './run-files.ts'
import { type RunRound, runRounds } from './run-rounds.ts'
import { gatePhase } from './stage-table.ts'
import type { Stage } from './stages.ts'

export interface RunValidation {
  readonly command: string
  readonly before: ValidationResult['status'] | null
  readonly after: ValidationResult['status'] | null
  /** The last lines of what it printed, where it does not pass now; else empty. */
  readonly output: string
}

/** What a staged run came to; the documented shape of `--format json`, see schemas/run-result.schema.json. */
export interface RunResult {
  readonly schemaVersion: 1
  readonly session: string
  readonly title: string
  /** `asking` waits for an answer; `interrupted` can be resumed. */
  readonly outcome: RunOutcome | 'asking' | 'interrupted'
  readonly reason: string
  /** The plan alone was asked for: `plan --resume` goes on with that, `run --resume` with all of it. */
  readonly planOnly: boolean
  readonly completedStages: readonly Stage[]
  readonly deliveryBlockedBy: DeliveryBlock | null
  /** Who did what: writers and reviewers. */
  readonly backends: { readonly writers: readonly string[]; readonly reviewers: readonly string[] }
  readonly rounds: readonly RunRound[]
  /** Everything that the run changed and did not take back. */
  readonly files: readonly string[]
  /** Uncommitted work from before the run that it did not touch: neither its checks nor its preflight speak of it. */
  readonly leftAlone: readonly string[]
  /** Changed or deleted by somebody else, or by who writes without a word, and accepted: reviewed with the rest, and not committed. */
  readonly accepted: readonly string[]
  /** Folders with uncommitted files as they were before an executor deleted them, or changed them without naming them. */
  readonly earlier: readonly string[]
  /** Small files that git ignores, as they were before an executor changed or deleted them. */
  readonly ignored: readonly NonNullable<KeptEarlier['ignored']>[]
  /** What validation commands wrote, folders with a slash at the end: no part of what is delivered. */
  readonly validationOutputs: readonly string[]
  /** What a step had half done when it was cut off, and where that is kept. */
  readonly undone: readonly Undone[]
  /** What the reviewer decided in place of a person. */
  readonly autonomousDecisions: readonly { readonly about: readonly string[]; readonly answer: string }[]
  /** Issues of the last look of every pass and advice of the gate, critical ones first. */
  readonly unresolved: readonly ReviewIssue[]
  readonly missingIgnores: readonly string[]
  /** The validation commands before the work and when they ran last; null where they did not run. */
  readonly validations: readonly RunValidation[]
  readonly commit: string | null
  /** Files with work from before the run, of somebody else, or that no executor named: because of them nothing was committed. */
  readonly mixed: readonly string[]
  /** The review after the run; null: there was none. */
  readonly postReview: PostReview | null
  readonly usage: Usage
  readonly durationMs: number
  readonly question: RunQuestion | null
}

export function toRunResult(events: readonly RunEvent[]): RunResult {
  const state = foldRun(events)
  const { started, completed, block, question, usage, postReview } = state
  const rounds = runRounds(events)
  const written = events.filter((event) => event.type === 'written')
  const files = runFiles(events)
  const preflight = events.findLast((event) => event.type === 'preflight')
  const delivered = events.findLast((event) => event.type === 'delivered')
  return {
    schemaVersion: 1,
    session: started?.session ?? '',
    title: started?.title ?? '',
    ...endOf(state),
    planOnly: state.policy?.planOnly === true,
    completedStages: unblockedStages(completed, block),
    deliveryBlockedBy: block,
    backends: {
      writers: [...new Set(written.map(({ backend }) => backend))],
      reviewers: [...new Set(rounds.map(({ reviewer }) => reviewer))],
    },
    rounds,
    files: [...new Set([...files, ...(postReview?.files ?? [])])].sort(),
    leftAlone: leftAlone(events, files),
    accepted: acceptedFiles(events).filter((path) => !files.includes(path)),
    earlier: earlierFolders(events),
    ignored: events.flatMap((event) => ('ignored' in event && event.ignored !== undefined ? [event.ignored] : [])),
    validationOutputs: [...state.outputs].sort(),
    undone: events.flatMap((event) => (event.type === 'undone' ? [{ files: event.files, kept: event.kept }] : [])),
    autonomousDecisions: state.answers.filter(({ isAutonomous }) => isAutonomous).map(decision),
    unresolved: leftOf(rounds, adviceOf(events)),
    missingIgnores: preflight?.missing ?? [],
    validations: validationsOf(events),
    // What a hook changed was delivered once more, and may need no second commit.
    commit: events.reduce<string | null>(
      (last, event) => (event.type === 'delivered' ? event.commit : null) ?? last,
      null,
    ),
    mixed: delivered?.mixed ?? [],
    postReview,
    usage: addUsage(usage, postReview?.usage ?? noUsage),
    durationMs: workedTime(events),
    question,
  }
}

/** What was asked as well waits for a person; what is blocked needs one. */
export function runExitCode({ outcome }: Pick<RunResult, 'outcome'>): ExitCode {
  return {
    delivered: exitCodes.passed,
    planned: exitCodes.passed,
    stopped: exitCodes.passed,
    failed: exitCodes.inconclusive,
    blocked: exitCodes.escalated,
    aborted: exitCodes.escalated,
    asking: exitCodes.escalated,
    interrupted: exitCodes.interrupted,
  }[outcome]
}

function endOf({
  outcome,
  reason,
  question,
  postReviewSession,
  postReview,
}: RunState): Pick<RunResult, 'outcome' | 'reason'> {
  if (postReviewSession !== null && postReview === null)
    return { outcome: 'interrupted', reason: 'The run was delivered; the review after it was interrupted.' }
  if (outcome !== null) return { outcome, reason }
  if (question !== null) return { outcome: 'asking', reason: questionTopic(question) }
  return { outcome: 'interrupted', reason: 'It was interrupted and can be resumed.' }
}

/** By content: what somebody edited once more, and was accepted, is part of what is delivered. */
function leftAlone(events: readonly RunEvent[], files: readonly string[]): readonly string[] {
  const [start] = events
  const read = events.find((event) => event.type === 'work-read')
  if (start?.type !== 'run-started' || read === undefined) return []
  if (start.begin === null || start.begin.entry === 'review-only') return []
  const now = events.findLast((event) => 'tree' in event && event.tree !== null)
  const dirty = now !== undefined && 'tree' in now ? (now.tree?.dirty ?? {}) : {}
  return Object.entries(read.tree.dirty).flatMap(([path, content]) =>
    dirty[path] === content && !files.includes(path) && !path.startsWith('.review-loop/') ? [path] : [],
  )
}

function latestChecks(events: readonly RunEvent[]): readonly ValidationResult[] {
  return events.findLast((event) => event.type === 'checked')?.validations ?? []
}

function validationsOf(events: readonly RunEvent[]): readonly RunValidation[] {
  const before = events.findLast((event) => event.type === 'baseline-validated')?.validations ?? []
  const after = latestChecks(events)
  const resultIn = (results: readonly ValidationResult[], wanted: string) =>
    results.find(({ command }) => command === wanted) ?? null
  return [...new Set([...before, ...after].map(({ command }) => command))].map((command) => {
    const now = resultIn(after, command)
    return {
      command,
      before: resultIn(before, command)?.status ?? null,
      after: now?.status ?? null,
      output: now !== null && isFailing(now) ? lastLines(now.output) : '',
    }
  })
}

function lastLines(output: string): string {
  return output.trimEnd().split('\n').slice(-mostLines).join('\n')
}

const mostLines = 5

function decision({ question, answer }: AnsweredQuestion): RunResult['autonomousDecisions'][number] {
  return { about: question.about, answer: answerWords(answer) }
}

/** Of the gate, if it has passed what there is. */
function adviceOf(events: readonly RunEvent[]): readonly ReviewIssue[] {
  const last = events.findLast(({ type }) => type === 'gate-passed' || type === 'gate-blocked')
  return last?.type === 'gate-passed' ? last.issues : []
}

function leftOf(rounds: readonly RunRound[], advice: readonly ReviewIssue[]): readonly ReviewIssue[] {
  const last = new Map(rounds.filter(({ phase }) => phase !== gatePhase).map((round) => [round.pass, round]))
  const left = [...[...last.values()].flatMap(({ issues }) => issues), ...advice]
  const ofSeverity = (wanted: ReviewIssue['severity']) => left.filter(({ severity }) => severity === wanted)
  return [...ofSeverity('CRITICAL'), ...ofSeverity('MINOR')]
}
