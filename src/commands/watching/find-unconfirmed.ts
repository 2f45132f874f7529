import { withUnknownBots } from '../../core/watch/bot-accounts.ts'
import { fixClaims, type IsOwn } from '../../core/watch/own-replies.ts'
import type { Snapshot } from '../../core/watch/snapshot.ts'
import {
  closedKey,
  type FixedThread,
  fixedThreads,
  isAgreement,
  isUntouched,
  repliesToFix,
  type Unconfirmed,
} from '../../core/watch/unconfirmed-fixes.ts'
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
): Promise<readonly FixedThread[]> {
  const pushed = new Map<string, FixedThread>()
  for (const each of fixedThreads(snapshot, isOwn)) {
    const { thread, commit } = each
    if (!thread.isResolved && (await isAncestor(repository, commit, snapshot.head))) pushed.set(thread.id, each)
  }
  return [...pushed.values()]
}

/** Those of them that a person has to look at, by the ids of their threads. */
export async function findUnconfirmed(
  watcher: Watcher,
  snapshot: Snapshot,
  isOwn: IsOwn,
): Promise<ReadonlyMap<string, Unconfirmed>> {
  const { repository, closed } = watcher
  for (const { thread, commit } of fixedThreads(snapshot, isOwn)) {
    if (thread.isResolved && thread.resolvedBy === snapshot.me.login) closed.add(closedKey(thread.id, commit))
  }
  const reading = { reviewers: withUnknownBots(snapshot, watcher.known), readings: watcher.readings.bots }
  const unconfirmed = new Map<string, Unconfirmed>()
  const isHeadHere = (await resolveCommit(repository, snapshot.head)) !== undefined
  for (const [id, commits] of isHeadHere ? fixClaims(snapshot, isOwn) : []) {
    const arrived = await Promise.all(commits.map((commit) => isAncestor(repository, commit, snapshot.head)))
    if (!arrived.includes(true)) unconfirmed.set(id, 'absent')
  }
  for (const { thread, commit } of await pushedFixes(watcher, snapshot, isOwn)) {
    const path = thread.path ?? ''
    const paths = thread.path === null ? [] : [path]
    const before = await textsAt(repository, thread.begunAt?.commit ?? null, paths)
    const now = await textsAt(repository, snapshot.head, paths)
    if (closed.has(closedKey(thread.id, commit))) unconfirmed.set(thread.id, 'reopened')
    else if (!repliesToFix(thread, isOwn).every((reply) => isAgreement(reply, snapshot, reading)))
      unconfirmed.set(thread.id, 'contested')
    else if (isUntouched(thread, before?.get(path), now === null ? null : now.get(path)))
      unconfirmed.set(thread.id, 'untouched')
  }
  return unconfirmed
}

/** Null: the commit is not here. */
async function textsAt(repository: Repository, commit: string | null, paths: readonly string[]) {
  if (commit === null || (await resolveCommit(repository, commit)) === undefined) return null
  return readTreeTexts(repository, commit, paths)
}
