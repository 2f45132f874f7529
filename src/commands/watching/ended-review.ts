import { firstFew } from '../../core/values/first-few.ts'
import { triageGroups } from '../../core/watch/group-items.ts'
import { resolveCommit } from '../../io/git/base.ts'
import { isAncestor } from '../../io/git/follow-up.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { RoundReview } from '../../run/loop/ports.ts'
import type { LoopWorld } from '../looping/loop-world.ts'
import { gatherFrom } from './answer-items.ts'
import type { Polled } from './poll-reviews.ts'
import { changedFiles } from './publish-fix.ts'
import { inconclusive, titleOf } from './round-reviews.ts'
import type { Watcher } from './watcher.ts'

/** Somebody merged or closed it meanwhile: with what was open then, and what was made here and is not in it. */
export async function endedReview(
  watcher: Watcher,
  world: LoopWorld,
  { how, snapshot }: Extract<Polled, { kind: 'ended' }>,
): Promise<RoundReview> {
  const groups = await gatherFrom(watcher, snapshot, await changedFiles(world))
  const { open, left } = triageGroups('value' in groups ? groups.value : [])
  const titles = [...open, ...left].map((each) => titleOf(each).replace(/\.$/, ''))
  const ended = `Pull request #${snapshot.number} was ${how}`
  const reason =
    titles.length === 0
      ? `${ended}: nothing is left to wait for.`
      : `${ended} while ${titles.length === 1 ? '1 item was' : `${titles.length} items were`} open: ${firstFew(titles, 3).join('; ')}.`
  const made = world.state().point?.head ?? snapshot.head
  const unpushed = await unpushedCommits(world.setup.repository, made, snapshot.head)
  const lost = unpushed === null ? [] : [`What was made here is not in it: ${unpushed}.`]
  return {
    ...inconclusive([reason, ...lost].join(' ')),
    ended: how,
    ...(unpushed === null ? {} : { unpushed }),
  }
}

/** What is between the head and what was made here, as `git cherry-pick` takes it; null: everything is there. */
export async function unpushedCommits(repository: Repository, made: string, head: string): Promise<string | null> {
  if (made === head || (await isAncestor(repository, made, head))) return null
  const short = made.slice(0, 10)
  return (await resolveCommit(repository, head)) === undefined ? short : `${head.slice(0, 10)}..${short}`
}
