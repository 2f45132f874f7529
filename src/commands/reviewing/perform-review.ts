import { readEnvironment } from '../../config/environment.ts'
import { noUsage } from '../../core/cost/usage.ts'
import { wasAsked } from '../../core/verdict/conclude.ts'
import { decideFailOn } from '../../core/verdict/fail-on.ts'
import { otherCommit, oversizedIn } from '../../io/git/resolve-scope.ts'
import { hasTrackedState } from '../../io/git/tracked-state.ts'
import { createReviewFolder, type ReviewFolder } from '../../io/review-store.ts'
import type { AgentPlan } from '../../run/panel/agent-plan.ts'
import type { FileReviewer } from '../../run/ports.ts'
import { reviewRound } from '../../run/review-round.ts'
import type { ReviewResult, Severity } from '../../types.ts'
import { replyCache } from '../agents/reply-cache.ts'
import { framesFor } from '../frames.ts'
import type { Settings } from '../settings.ts'
import { signalOf } from '../signal-of.ts'
import { version } from '../version.ts'
import type { Handoff } from './handoff.ts'
import { chooseMode, type ReviewMode, rememberReview } from './last-review.ts'
import { type PreparedReview, prepareReview } from './prepare-review.ts'
import type { ReviewOptions, ReviewOutput } from './review-options.ts'
import { reviewPorts, type StatedIntent } from './review-ports.ts'
import type { RoundContext } from './round-context.ts'

/** Reviews a change. Rejects with a LoopError for what the caller can mend; what reviewers do wrong is in the result. */
export async function review(options: ReviewOptions = {}, round?: RoundContext): Promise<ReviewOutput> {
  return reviewPrepared(await prepareReview(options, round), options, round)
}

/** The same, when all that could be wrong with the request is known not to be. */
export async function reviewPrepared(
  prepared: PreparedReview,
  options: ReviewOptions,
  round?: RoundContext,
): Promise<ReviewOutput> {
  const handoff = await handoffFor(prepared, options)
  const started = new Date()
  const mode = await chooseMode(prepared.repository, prepared.request, started)
  const output = mode.mode === 'repeat' ? repeated(mode) : await carryOut(prepared, mode, started, options, round)
  const decided = withFailOn(output, options.failOn)
  return handoff === null ? decided : handoff.write(decided)
}

function withFailOn(output: ReviewOutput, severity: Severity | undefined): ReviewOutput {
  if (severity === undefined) return output
  return { ...output, result: { ...output.result, failOn: decideFailOn(output.result, severity) } }
}

/** Loaded when asked for. */
async function handoffFor(prepared: PreparedReview, options: ReviewOptions): Promise<Handoff | null> {
  if (prepared.github === null || options.github !== true) return null
  const { openHandoff } = await import('./handoff.ts')
  return openHandoff(prepared, prepared.github, options)
}

/** Nobody is asked, so nothing is paid: what the last review cost is in its own record. */
function repeated({ line, result }: Extract<ReviewMode, { mode: 'repeat' }>): ReviewOutput {
  const reviewers = result.reviewers.map((outcome) => ({
    ...outcome,
    status: outcome.status === 'ok' && wasAsked(outcome) ? ('cached' as const) : outcome.status,
    durationMs: 0,
    usage: noUsage,
  }))
  const notices = [line, ...result.notices.filter((notice) => !notice.startsWith('Review mode:'))]
  return { result: { ...result, reviewers, usage: noUsage, durationMs: 0, notices }, frames: new Map() }
}

async function carryOut(
  prepared: PreparedReview,
  mode: Exclude<ReviewMode, { mode: 'repeat' }>,
  started: Date,
  options: ReviewOptions,
  round: RoundContext | undefined,
): Promise<ReviewOutput> {
  const { repository, settings, chosen, imports, work } = prepared
  const hygieneOnly = options.hygieneOnly === true
  const folder = createReviewFolder(repository.root, started)
  const startTime = Math.floor(started.getTime() / 1000)
  folder.record('setup.json', { id: folder.id, version, start_time: startTime, branch: work.scope.branch })
  const agents = hygieneOnly ? null : await planAgents(prepared, folder, options, round)
  const { result, contents, stagedContents } = await reviewRound(
    {
      id: folder.id,
      scope: work.scope,
      staged: work.staged,
      only: null,
      config: settings.config,
      gates: settings.gates,
      hygieneOnly,
      agents,
      imports: imports.reviews,
      oversized: oversizedIn(work),
      // In a loop every review is by those who know nothing of earlier ones.
      earlier: hygieneOnly || round !== undefined ? null : mode.earlier,
      notices: [
        // In a loop every review is a full one.
        ...(mode.line === null || round !== undefined ? [] : [mode.line]),
        ...(prepared.github?.notices ?? []),
        ...chosen.notices,
        ...prepared.notices,
        ...settings.warnings,
        ...imports.notes,
      ],
      decisions: prepared.decisions,
      today: started.toISOString().slice(0, 10),
    },
    reviewPorts(
      repository,
      work.scope,
      folder,
      {
        reviewers: hygieneOnly ? [] : await fileReviewers(settings),
        emit: options.onEvent ?? (() => {}),
        signal: signalOf(options),
      },
      statedIntent(prepared, options),
      round?.ownCommits,
    ),
  ).finally(() => agents?.close())
  // Without an agent a loop cannot judge what one said before, and it carries nothing over.
  const mayReplace = !hygieneOnly && (round === undefined || agents !== null)
  if (mayReplace) await rememberReview(repository, prepared.request, folder.id, result, mode.mode, started)
  const of = (staged: boolean) => result.findings.filter((finding) => (finding.staged === true) === staged)
  const frames = new Map([...framesFor(of(false), contents), ...framesFor(of(true), stagedContents)])
  return { result: hygieneOnly ? await withStillOpen(prepared, result, started) : result, frames }
}

/** Loaded when needed. */
async function withStillOpen(prepared: PreparedReview, result: ReviewResult, now: Date): Promise<ReviewResult> {
  const { findStillOpen } = await import('./still-open.ts')
  const stillOpen = await findStillOpen(prepared, result, now.toISOString().slice(0, 10))
  return stillOpen.length === 0 ? result : { ...result, stillOpen }
}

function statedIntent({ github }: PreparedReview, { intent }: ReviewOptions): StatedIntent | undefined {
  if (intent !== undefined && intent.trim() !== '') return { source: 'given', title: intent, body: '' }
  const { title = '', body = '' } = github?.pullRequest ?? {}
  return title === '' ? undefined : { source: 'pr', title, body }
}

/** Loaded when needed, like all of the agents. */
async function planAgents(
  { repository, settings, rules, chosen, work }: PreparedReview,
  folder: ReviewFolder,
  options: ReviewOptions,
  round: RoundContext | undefined,
): Promise<AgentPlan | null> {
  if (chosen.reviewer === null) return null
  const { prepareAgents } = await import('../agents/agent-plan.ts')
  const { config } = settings
  const { variables } = readEnvironment()
  const tracked = await hasTrackedState(repository)
  return prepareAgents(
    {
      flags: options.agents ?? {},
      config,
      gates: settings.gates,
      repository,
      commit: otherCommit(work),
      hidden: round?.ownCommits,
      budget: round?.budget ?? null,
      variables,
      reviewDir: folder.path,
      rules,
      cache:
        options.cache === false || tracked
          ? null
          : replyCache(repository.root, work.scope.headCommit, config.cache, round),
      session: round?.session ?? folder.id,
      round: round?.round ?? 1,
      story: round?.story ?? null,
      emit: options.onEvent ?? (() => {}),
    },
    chosen,
  )
}

/** Loaded when needed: a hygiene review does without their rules. */
async function fileReviewers({ config }: Settings): Promise<readonly FileReviewer[]> {
  const { builtinReviewers } = await import('../../agents/builtin/index.ts')
  return builtinReviewers.filter(({ name }) => !config.builtin.disable.some((disabled) => disabled === name))
}
