import { resolve } from 'node:path'
import { noUsage } from '../../core/cost/usage.ts'
import { type PostReview, toPostReview } from '../../core/loop/post-review.ts'
import { resolveCommit, unknownRef } from '../../io/git/base.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { openSettled } from '../open-settled.ts'
import { fixCycles } from './fix-cycles.ts'
import { loop } from './perform-loop.ts'
import type { PostLoopContext, PostLoopReviewOptions } from './post-loop-options.ts'

/**
 * Reviews finished work, committed or not, against the commit it began at, in a loop of its own. Rejects with a LoopError for what
 * the caller can put right.
 */
export async function postLoopReview(
  { startCommit, cycles, ...options }: PostLoopReviewOptions,
  context: PostLoopContext = { commit: false, onLimit: 'block', outputs: [], onStart: () => {} },
): Promise<PostReview> {
  const maxRounds = fixCycles(cycles) + 1
  const start = startCommit?.trim() ?? ''
  if (start === '') return skipped('There is no start commit to compare with.')
  const repository = await openSettled(resolve(options.cwd ?? '.'), options.signal)
  const base = await resolveCommit(repository, start)
  if (base === undefined) throw unknownRef(repository, start)
  const { outputs, onStart, ...rest } = context
  const { tree } = await workPoint(repository, { without: outputs })
  if ((await repository.read(['rev-parse', `${base}^{tree}`])).trim() === tree)
    return skipped(`Nothing has changed since ${start}.`)
  const result = await loop(
    {
      validate: [],
      ...options,
      ...rest,
      base,
      maxRounds,
      dirty: 'include',
      onSessionEvent: (event) => {
        if (event.type === 'session-started') onStart(event.session)
        options.onSessionEvent?.(event)
      },
    },
    null,
    outputs,
  )
  return toPostReview(result)
}

function skipped(reason: string): PostReview {
  return {
    session: null,
    outcome: 'skipped',
    reason,
    reviews: 0,
    findings: [],
    files: [],
    commits: [],
    usage: noUsage,
  }
}
