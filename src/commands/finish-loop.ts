import type { LoopResult } from '../core/loop/result.ts'
import { addUsage } from '../core/usage.ts'
import { LoopError } from '../errors.ts'
import { openRepository } from '../io/git/repository.ts'
import { readJournal } from '../io/session-store.ts'
import type { LoopOptions } from './loop-options.ts'

export interface FinishRequest {
  readonly push: boolean
  readonly postReview: boolean
  readonly acceptRisk: boolean
}

/** What may follow a loop that is through: one more review of the whole, and a push. Only ever after a gate that passed. */
export async function finishLoop(
  result: LoopResult,
  options: LoopOptions,
  { push, postReview, acceptRisk }: FinishRequest,
): Promise<LoopResult> {
  const reviewed = postReview && result.outcome === 'approved' ? await reviewAgain(result, options) : result
  const isThrough = reviewed.outcome === 'approved' || (reviewed.outcome === 'accepted' && acceptRisk)
  if (push && isThrough) await pushBranch(options)
  return reviewed
}

/** By reviewers who see the work as a whole, against where it began. Its fixes stay uncommitted. */
async function reviewAgain(result: LoopResult, options: LoopOptions): Promise<LoopResult> {
  const { postLoopReview } = await import('./post-loop-review.ts')
  const repository = await openRepository(options.cwd ?? '.', options.signal)
  const started = readJournal(repository.root, result.session ?? '').events.find(
    ({ type }) => type === 'session-started',
  )
  const startCommit = started?.type === 'session-started' ? started.baseCommit : null
  const { outcome, reason, usage } = await postLoopReview({
    cwd: repository.root,
    startCommit,
    ...(options.agents === undefined ? {} : { agents: options.agents }),
    ...(options.config === undefined ? {} : { config: options.config }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
  })
  const total = { ...result, usage: addUsage(result.usage, usage) }
  if (outcome === 'approved' || outcome === 'skipped') return total
  return { ...total, outcome, reason: `The review after the loop: ${reason}` }
}

async function pushBranch(options: LoopOptions): Promise<void> {
  const repository = await openRepository(options.cwd ?? '.', options.signal)
  const pushed = await repository.try(['push', '--quiet'])
  if (pushed.code === 0) return
  throw new LoopError('git_failed', { command: 'push', reason: pushed.stderr.trim().split('\n')[0] ?? '' })
}
