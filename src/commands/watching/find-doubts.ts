import { type IsOwn, isAgreement, repliesToFix } from '../../core/watch/conversation.ts'
import {
  type CalledFixed,
  calledFixed,
  closedByUs,
  closedKey,
  type Doubt,
  isUntouched,
} from '../../core/watch/doubts.ts'
import type { Snapshot } from '../../core/watch/snapshot.ts'
import { readersOf } from '../../core/watch/strangers.ts'
import { resolveCommit } from '../../io/git/base.ts'
import { isAncestor } from '../../io/git/follow-up.ts'
import type { Repository } from '../../io/git/repository.ts'
import { readTreeTexts } from '../../io/git/tree-texts.ts'
import type { Watcher } from './watcher.ts'

/** Open threads that we called fixed and whose fix is in the head. */
export async function pushedFixes(
  { repository }: Watcher,
  snapshot: Snapshot,
  isOwn: IsOwn,
): Promise<readonly CalledFixed[]> {
  const pushed: CalledFixed[] = []
  for (const each of calledFixed(snapshot, isOwn)) {
    if (await isAncestor(repository, each.commit, snapshot.head)) pushed.push(each)
  }
  return pushed
}

/** Those of them that a person has to look at, by the ids of their threads. */
export async function findDoubts(
  watcher: Watcher,
  snapshot: Snapshot,
  isOwn: IsOwn,
): Promise<ReadonlyMap<string, Doubt>> {
  const { repository, closed } = watcher
  for (const { thread, commit } of closedByUs(snapshot, isOwn)) closed.add(closedKey(thread.id, commit))
  const reading = { reviewers: readersOf(snapshot, watcher.known), readings: watcher.readings.bots }
  const doubts = new Map<string, Doubt>()
  for (const { thread, commit } of await pushedFixes(watcher, snapshot, isOwn)) {
    const paths = thread.path === null ? [] : [thread.path]
    const before = await textsAt(repository, thread.begunAt?.commit ?? null, paths)
    const now = await textsAt(repository, snapshot.head, paths)
    if (closed.has(closedKey(thread.id, commit))) doubts.set(thread.id, 'reopened')
    else if (!repliesToFix(thread, isOwn).every((reply) => isAgreement(reply, reading)))
      doubts.set(thread.id, 'contested')
    else if (isUntouched(thread, { before, now })) doubts.set(thread.id, 'untouched')
  }
  return doubts
}

/** Null: the commit is not here. */
async function textsAt(repository: Repository, commit: string | null, paths: readonly string[]) {
  if (commit === null || (await resolveCommit(repository, commit)) === undefined) return null
  return readTreeTexts(repository, commit, paths)
}
