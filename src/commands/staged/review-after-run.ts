import { type PostReviewed, postReviewStep } from '../../core/fix/post-review.ts'
import type { RunEvent } from '../../core/staged/machine/facts.ts'
import { mixedFiles } from '../../core/staged/mixed-files.ts'
import { given } from '../../core/values/given.ts'
import { workPoint } from '../../io/git/work-point.ts'
import type { StagedPorts } from '../../run/staged/ports.ts'
import type { FixFlags } from '../looping/post-loop-options.ts'
import { reviewAfter } from '../looping/review-after.ts'
import type { FrozenSettings } from '../reviewing/frozen-settings.ts'
import { deliveredFiles } from './deliver-run.ts'
import type { PreparedRun } from './prepare-run.ts'
import type { RunOptions } from './run-options.ts'
import { baseOf } from './staged-checks.ts'

export interface DeliveredRun {
  readonly setup: PreparedRun
  readonly options: RunOptions
  readonly session: string
  readonly ports: StagedPorts
  readonly events: readonly RunEvent[]
  readonly frozen: FrozenSettings
  /** What the session may still cost and take. */
  readonly limits: Pick<FixFlags, 'maxTimeMs' | 'maxDollars'>
}

/** Of all that a delivered run did, against where it began; the executor fixes. */
export async function reviewAfterRun(run: DeliveredRun): Promise<PostReviewed> {
  const { setup, options, session, ports, events, frozen, limits } = run
  const { repository, branch, settings } = setup
  const ofRun = deliveredFiles(events, settings.run)
  const { state } = ports.view()
  const intent = state.started?.workItem.trim() || undefined
  return reviewAfter({
    of: 'run',
    session,
    repository,
    options: {
      cwd: repository.root,
      startCommit: baseOf(ports.view(), await ports.point()),
      agents: { ...rolesOf(setup, options), ...limits },
      ...given({ intent, signal: options.signal, onEvent: options.onEvent }),
    },
    context: { ownCommits: new Set(), story: null, without: state.outputs, frozen },
    earlier: state.postReviews,
    left: state.point,
    point: (more) => workPoint(repository, { branch, without: [...state.outputs, ...more], resume: 'run --resume' }),
    intend: (point) => ports.append({ type: 'intended', step: postReviewStep, point }),
    validate: ports.validate,
    before: state.baseline ?? [],
    commits: (files) => settings.run.auto_commit && mixedFiles(events, [...ofRun, ...files]).length === 0,
    isStrict: false,
  })
}

/** Whoever reviewed and wrote in the run, by the word they were named with. */
function rolesOf({ chosen, settings }: PreparedRun, { agents = {} }: RunOptions): FixFlags {
  const { roles } = settings.config
  return {
    reviewer: agents.reviewer ?? agents.agent ?? roles.reviewer ?? chosen.agents.reviewer.name,
    fixer: agents.executor ?? agents.agent ?? roles.executor ?? chosen.agents.executor.name,
  }
}
