import { runValidations } from '../../../agents/run-validations.ts'
import { createSharedBudget } from '../../../agents/shared-budget.ts'
import type { ValidationResult } from '../../../core/loop/types.ts'
import type { MessageOf } from '../../../core/mail/message.ts'
import { type ReviewEnd, reviewEnd } from '../../../core/mail/review-end.ts'
import { telemetryOf } from '../../../core/mail/review-telemetry.ts'
import { allowedBudget } from '../../../core/mail/round.ts'
import { duration } from '../../../core/values/duration.ts'
import { withScratchWorktree } from '../../../io/git/scratch-worktree.ts'
import { visibleLine } from '../../../report/visible.ts'
import type { ReviewResult } from '../../../types.ts'
import { reviewPrepared } from '../../reviewing/perform-review.ts'
import { type PreparedReview, prepareReview } from '../../reviewing/prepare-review.ts'
import type { ReviewOptions } from '../../reviewing/review-options.ts'
import type { Located } from './locate.ts'
import { configOf, type Reviewer } from './reviewer.ts'

type Request = MessageOf<'review_request'>

/** A review of a commit for somebody else, with all that can be wrong with it found out before anything is paid. */
export interface PreparedCommit {
  readonly prepared: PreparedReview
  readonly options: ReviewOptions
  /** Validation commands. */
  readonly commands: readonly string[]
  /** For agents and validations together. */
  readonly budget: { readonly turns: number; readonly milliseconds: number }
}

/** By the rules of the base, as every change that one did not write oneself. */
export async function prepareCommit(
  reviewer: Reviewer,
  request: Request,
  { commit, base }: Located,
): Promise<PreparedCommit> {
  const { agents, validate, signal, cwd } = reviewer
  const options: ReviewOptions = {
    cwd,
    scope: [`${base.commit}...${commit}`],
    fullReview: true,
    ci: true,
    agents,
    // Words of somebody else, and in a fence wherever an agent is shown them.
    intent: `${request.subject}\n\n${request.content.diff_summary}`,
    signal,
    ...configOf(reviewer),
  }
  const prepared = await prepareReview(options)
  const { turns, seconds } = allowedBudget(request, reviewer.settings.budget)
  const milliseconds = Math.min(seconds * 1000, agents.maxTimeMs ?? Number.POSITIVE_INFINITY)
  return {
    prepared: named(prepared, base.name, request.content.branch),
    options,
    commands: validate ?? prepared.settings.config.validate.commands,
    budget: { turns, milliseconds },
  }
}

/** What a person knows the commits by. */
function named(prepared: PreparedReview, base: string, branch: string): PreparedReview {
  const { work } = prepared
  return { ...prepared, work: { ...work, scope: { ...work.scope, base, head: branch, branch } } }
}

export interface ReviewedCommit {
  readonly result: ReviewResult
  readonly validations: readonly ValidationResult[]
  /** Validation commands for which no time was left. */
  readonly notRun: readonly string[]
  readonly end: ReviewEnd
  readonly telemetry: ReturnType<typeof telemetryOf>
}

/** The review, then the validation commands, in the time and the turns that the request allows. Rejects when interrupted. */
export async function reviewCommit(
  reviewer: Reviewer,
  request: Request,
  round: number,
  { prepared, options, commands, budget }: PreparedCommit,
): Promise<ReviewedCommit> {
  const started = performance.now()
  const leftMs = () => budget.milliseconds - (performance.now() - started)
  const shared = createSharedBudget({
    timeMs: budget.milliseconds,
    turns: budget.turns,
    dollars: reviewer.agents.maxDollars ?? null,
    atOnce: prepared.settings.config.concurrency.overall,
  })
  const progress = reviewer.progress()
  const { result } = await reviewPrepared(
    prepared,
    { ...options, onEvent: progress.onEvent },
    // After a crash the same request is asked again, and what was answered then is not paid for twice.
    { session: request.id, round, attempt: 0, ownCommits: new Set(), budget: shared },
  ).finally(progress.stop)
  const ended = reviewEnd(result, leftMs() < slackMs)
  const { validations, notRun } = await validate(
    reviewer,
    prepared,
    ended.kind === 'no_verdict' ? [] : commands,
    leftMs,
  )
  const isCut = notRun.length > 0 || (validations.some(({ status }) => status === 'timed_out') && leftMs() < slackMs)
  const telemetry = telemetryOf(result, {
    turns: shared.turnsTaken(),
    milliseconds: performance.now() - started,
  })
  const end: ReviewEnd =
    ended.kind === 'complete' && isCut
      ? { kind: 'cut_short', reasons: ['The time ran out before the validation commands were through.'] }
      : ended
  return { result, validations, notRun, end, telemetry }
}

/** Timers may go off a little early. */
const slackMs = 100

/** On a copy of that commit: neither the files here nor what somebody does with them meanwhile have a part in it. */
async function validate(
  { repository, signal, say }: Reviewer,
  { work, settings }: PreparedReview,
  commands: readonly string[],
  leftMs: () => number,
): Promise<Pick<ReviewedCommit, 'validations' | 'notRun'>> {
  const hasTime = () => leftMs() >= slackMs
  if (commands.length === 0 || work.scope.headCommit === null) return { validations: [], notRun: [] }
  if (!hasTime()) return { validations: [], notRun: commands }
  const state = { tree: work.scope.headCommit, overlay: null }
  const validations: ValidationResult[] = []
  await withScratchWorktree(repository, state, async (folder, linked) => {
    for (const command of commands) {
      if (!hasTime()) return
      const results = await runValidations(repository, [command], {
        folder,
        linked,
        timeoutMs: settings.config.validate.seconds * 1000,
        sandbox: settings.config.validate.sandbox,
        onNotice: say,
        signal: AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(leftMs()))]),
      })
      for (const { status, durationMs } of results)
        say(`Validation ${status.replace('_', ' ')} after ${duration(durationMs)}: ${visibleLine(command)}`)
      validations.push(...results)
    }
  })
  signal.throwIfAborted()
  return { validations, notRun: commands.slice(validations.length) }
}
