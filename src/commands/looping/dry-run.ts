import { dryRunLines, dryRunResult, resumedDryRunLines } from '../../core/loop/dry-run.ts'
import { fold } from '../../core/loop/fold.ts'
import type { LoopResult } from '../../core/loop/result.ts'
import { requireReady } from '../../io/git/commit-fix.ts'
import { readJournal } from '../../io/session-store.ts'
import { requirePushable } from './finish-loop.ts'
import type { LoopOptions } from './loop-options.ts'
import type { OutsideReview } from './loop-world.ts'
import { namesOf, prepareLoop } from './prepare-loop.ts'
import { uncommittedFirst } from './record-work.ts'
import { resumedOptions } from './resumed-options.ts'

/** What a loop would do. What it would refuse is refused here, too. */
export async function dryRun(
  asked: LoopOptions,
  push: boolean,
  outside: OutsideReview | null,
): Promise<{ readonly steps: readonly string[]; readonly result: LoopResult }> {
  const { resume, ...options } = await resumedOptions(asked, outside)
  if (push && outside === null) await requirePushable(options)
  const setup = await prepareLoop(options, outside)
  const { policy, prepared, branch, repository } = setup
  const { base, headCommit } = prepared.work.scope
  const result = dryRunResult(headCommit ?? '')
  if (resume !== undefined) {
    const state = fold(readJournal(repository.root, resume).events)
    return { steps: resumedDryRunLines(state, resume), result }
  }
  if (policy.commit || options.dirty === 'commit') await requireReady(repository)
  const steps = dryRunLines({
    policy,
    agents: namesOf(setup),
    branch,
    base,
    push: outside?.push ?? push,
    isOutside: outside !== null,
    uncommitted: await uncommittedFirst(setup, options.dirty),
  })
  return { steps, result }
}
