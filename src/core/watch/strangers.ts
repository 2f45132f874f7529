import { unknownReviewer } from '../outside/own-reviewers.ts'
import type { OutsideReviewer } from '../outside/reviewer.ts'
import { isSameAccount } from './account.ts'
import type { Gathered } from './gather.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * All whose words are read: those that somebody described, and every other bot, as `@login`. When one that nobody described is done
 * nobody knows, so nobody waits for it.
 */
export function readersOf(snapshot: Snapshot, reviewers: readonly OutsideReviewer[]): readonly OutsideReviewer[] {
  const { me, threads, reviews, comments } = snapshot
  const said = [...threads.flatMap((thread) => thread.comments), ...reviews, ...comments]
  const logins = said.flatMap(({ author }) =>
    author?.isBot === true && !isSameAccount(author, me) ? author.login : [],
  )
  // The same account may be that of a reviewer that is known by its headline: those come first.
  const others = [...new Set(logins)].map((login) => ({
    ...unknownReviewer,
    id: `@${login}`,
    name: login,
    shared: { logins: [login], mark: /(?:)/ },
  }))
  return [...reviewers, ...others]
}

/** Those of whom something is to be dealt with, and whom nobody described. */
export function strangersIn(gathered: readonly Gathered[], readers: readonly OutsideReviewer[]): readonly string[] {
  const ids = new Set(gathered.flatMap(({ members }) => members.map(({ reviewer }) => reviewer)))
  return readers.flatMap(({ id, name }) => (id === `@${name}` && ids.has(id) ? [name] : []))
}
