import { unknownReviewer } from '../outside/own-reviewers.ts'
import type { OutsideReviewer } from '../outside/reviewer.ts'
import { isSameAccount } from './account.ts'
import type { ItemGroup } from './group-items.ts'
import type { Snapshot } from './snapshot.ts'

/** Adds every other bot on the pull request, as `@login`: its texts are read, but nobody knows when it is done, so nobody waits for it. */
export function withUnknownBots(snapshot: Snapshot, reviewers: readonly OutsideReviewer[]): readonly OutsideReviewer[] {
  const { me, threads, reviews, comments } = snapshot
  const posts = [...threads.flatMap((thread) => thread.comments), ...reviews, ...comments]
  const bots = posts.flatMap(({ author }) => (author?.isBot && !isSameAccount(author, me) ? author.login : []))
  // A known reviewer may share the account and be recognised by its headline: it comes first.
  const unknown = [...new Set(bots)].map((name) => {
    return { ...unknownReviewer, id: `@${name}`, name, shared: { logins: [name], mark: /(?:)/ } }
  })
  return [...reviewers, ...unknown]
}

/** Logins of unknown bots that raised something. */
export function unknownBotsIn(groups: readonly ItemGroup[], reviewers: readonly OutsideReviewer[]): readonly string[] {
  const ids = new Set(groups.flatMap(({ members }) => members.map(({ reviewer }) => reviewer)))
  return reviewers.flatMap(({ id, name }) => (id === `@${name}` && ids.has(id) ? [name] : []))
}
