import { readEnvironment } from '../config/environment.ts'
import { oversizedIn } from '../io/git/resolve-scope.ts'
import { createReviewFolder, type ReviewFolder } from '../io/review-store.ts'
import type { FileReviewer } from '../run/ports.ts'
import { reviewRound } from '../run/review-round.ts'
import type { AgentPlan } from '../run/review-with-agent.ts'
import { framesFor } from './frames.ts'
import { chooseMode, type ReviewMode, rememberReview } from './last-review.ts'
import { type PreparedReview, prepareReview } from './prepare-review.ts'
import type { ReviewOptions, ReviewOutput } from './review-options.ts'
import { reviewPorts } from './review-ports.ts'
import type { Settings } from './settings.ts'
import { version } from './version.ts'

/** Reviews a change. Rejects with a LoopError for what the caller can mend; what reviewers do wrong is in the result. */
export async function review(options: ReviewOptions = {}): Promise<ReviewOutput> {
  const prepared = await prepareReview(options)
  const mode = await chooseMode(prepared.repository, prepared.request)
  if (mode.mode !== 'repeat') return carryOut(prepared, mode, options)
  return { result: { ...mode.result, notices: [mode.line, ...mode.result.notices] }, frames: new Map() }
}

async function carryOut(
  prepared: PreparedReview,
  mode: Exclude<ReviewMode, { mode: 'repeat' }>,
  options: ReviewOptions,
): Promise<ReviewOutput> {
  const { repository, settings, chosen, imports, work } = prepared
  const hygieneOnly = options.hygieneOnly === true
  const now = new Date()
  const folder = createReviewFolder(repository.root, now)
  const startTime = Math.floor(now.getTime() / 1000)
  folder.record('setup.json', { id: folder.id, version, start_time: startTime, branch: work.scope.branch })
  const { result, contents, secrets } = await reviewRound(
    {
      id: folder.id,
      scope: work.scope,
      config: settings.config,
      gates: settings.gates,
      hygieneOnly,
      agents: hygieneOnly ? null : await planAgents(prepared, folder, options),
      imports: imports.reviews,
      oversized: oversizedIn(work),
      since: mode.mode === 'incremental' ? { tree: mode.tree, findings: mode.findings } : null,
      notices: [...(mode.line === null ? [] : [mode.line]), ...chosen.notices, ...settings.warnings, ...imports.notes],
      today: now.toISOString().slice(0, 10),
    },
    reviewPorts(repository, work.scope, folder, {
      reviewers: hygieneOnly ? [] : await fileReviewers(settings),
      emit: options.onEvent ?? (() => {}),
      signal: options.signal ?? new AbortController().signal,
    }),
  )
  if (!hygieneOnly) rememberReview(repository, prepared.request, folder.id, result, now)
  return { result, frames: framesFor(result.findings, contents, secrets) }
}

/** Loaded when needed, like all of the agents. */
async function planAgents(
  { repository, settings, chosen }: PreparedReview,
  folder: ReviewFolder,
  options: ReviewOptions,
): Promise<AgentPlan | null> {
  if (chosen.reviewer === null) return null
  const { prepareAgents } = await import('./agent-plan.ts')
  const { config, fromCommit } = settings
  const { variables } = readEnvironment()
  const flags = options.agents ?? {}
  return prepareAgents({ flags, config, repository, variables, reviewDir: folder.path, fromCommit }, chosen)
}

/** Loaded when needed: a hygiene review does without their rules. */
async function fileReviewers({ config }: Settings): Promise<readonly FileReviewer[]> {
  const { builtinReviewers } = await import('../agents/builtin/index.ts')
  return builtinReviewers.filter(({ name }) => !config.builtin.disable.some((disabled) => disabled === name))
}
