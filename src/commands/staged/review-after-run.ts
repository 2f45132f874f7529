import { isDeepStrictEqual } from 'node:util'
import { noUsage } from '../../core/cost/usage.ts'
import { isThrough, type PostReview, toPostReview } from '../../core/loop/post-review.ts'
import { foldRun } from '../../core/staged/machine/fold.ts'
import type { RunState } from '../../core/staged/machine/state.ts'
import { type RunResult, toRunResult } from '../../core/staged/run-result.ts'
import { given } from '../../core/values/given.ts'
import { LoopError } from '../../errors.ts'
import { readTreeState } from '../../io/git/dirty-map.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { readRun } from '../../io/run-journal.ts'
import { lockRun } from '../../io/run-lock.ts'
import { loop } from '../looping/perform-loop.ts'
import type { PostLoopReviewOptions } from '../looping/post-loop-options.ts'
import { postLoopReview } from '../looping/post-loop-review.ts'
import type { PreparedRun } from './prepare-run.ts'
import type { RunOptions } from './run-options.ts'
import { baseOf } from './staged-checks.ts'
import { limitsNow, openStagedSession, type StagedSession } from './staged-session.ts'
import { stagedWork } from './staged-work.ts'
import { treeSnapshot } from './tree-snapshot.ts'

/**
 * A loop of its own reviews what a run delivered as a whole, from the commit where the run began. A resumed run goes on with
 * that loop. The locks of the run are free by now: a loop takes that of the branch itself.
 */
export async function reviewAfterRun(setup: PreparedRun, options: RunOptions, result: RunResult): Promise<RunResult> {
  const { repository, branch } = setup
  const { root } = repository
  const { session } = result
  const { signal, stopAfter = 'delivery', onRunEvent } = options
  const before = foldRun(readRun(root, session).events)
  if (signal?.aborted === true || options.postReview === false || !isDue(before, result)) return result
  const lock = lockRun(root, session, { entry_point: 'review-loop', stop_after: stopAfter })
  const opened = openStagedSession(root, session, onRunEvent)
  try {
    const review = await reviewWhole(setup, options, session, opened)
    if (review.outcome !== 'interrupted' && !isDeepStrictEqual(review, before.postReview)) {
      const point = await stagedWork(repository, branch, () => before.outputs).point()
      opened.note({ type: 'post-reviewed', review, point, tree: treeSnapshot(await readTreeState(repository)) })
    }
    return toRunResult(opened.events())
  } finally {
    opened.close()
    lock.release()
  }
}

/** A loop that was started is gone on with, or shown again; one that could not start is tried again. */
function isDue({ outcome, policy, postReviewSession, postReview }: RunState, { files }: RunResult): boolean {
  if (postReviewSession !== null) return true
  if (postReview !== null) return !isThrough(postReview)
  return outcome === 'delivered' && policy?.postReview !== false && files.length > 0
}

async function reviewWhole(
  setup: PreparedRun,
  options: RunOptions,
  session: string,
  opened: StagedSession,
): Promise<PostReview> {
  const { cwd, trustConfig, signal, onEvent, onNotice, onLoopEvent: onSessionEvent } = options
  const watched = given({ cwd, trustConfig, signal, onEvent, onNotice, onSessionEvent })
  const { postReviewSession: resume } = opened.view().state
  try {
    if (resume !== null) return toPostReview(await loop({ ...watched, resume }))
    onNotice?.('Delivered. A loop reviews the whole now, from where the run began; --no-post-review leaves it out.')
    return await startReview(setup, options, opened, watched)
  } catch (error) {
    // It is for a person to see to, and the run is not approved by it.
    if (!(error instanceof LoopError) || opened.view().state.postReviewSession !== null) throw error
    return { ...nothing, session: null, outcome: 'inconclusive', reason: `${error.message} (session ${session})` }
  }
}

const nothing = { reviews: 0, findings: [], files: [], commits: [], usage: noUsage }

async function startReview(
  setup: PreparedRun,
  options: RunOptions,
  opened: StagedSession,
  watched: Omit<PostLoopReviewOptions, 'startCommit'>,
): Promise<PostReview> {
  const { repository, branch, configFile: config, settings, validate } = setup
  const run = opened.view()
  const { outputs, policy, started } = run.state
  const { dirty } = await readWorkState(repository, outputs)
  const point = await stagedWork(repository, branch, () => outputs).point()
  return postLoopReview(
    {
      ...watched,
      ...given({ config, intent: started?.workItem.trim() || undefined }),
      startCommit: baseOf(run, point),
      agents: { ...rolesOf(setup, options), ...limitsNow(opened) },
      validate,
    },
    {
      // What is not committed may be somebody else's: then it is theirs to commit, and the fixes with it.
      commit: settings.run.auto_commit && dirty.length === 0,
      onLimit: policy?.handsfree === true ? 'block' : 'ask',
      outputs,
      onStart: (loopSession) => opened.note({ type: 'post-review-started', loop: loopSession }),
    },
  )
}

/** Whoever reviewed and wrote in the run, by the word they were named with. */
function rolesOf({ chosen, settings }: PreparedRun, { agents = {} }: RunOptions): PostLoopReviewOptions['agents'] {
  const { roles } = settings.config
  return {
    reviewer: agents.reviewer ?? agents.agent ?? roles.reviewer ?? chosen.agents.reviewer.name,
    fixer: agents.executor ?? agents.agent ?? roles.executor ?? chosen.agents.executor.name,
  }
}
