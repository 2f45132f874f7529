import { unknownBot } from '../outside/own-reviewers.ts'
import type { OutsideReviewer } from '../outside/reviewer.ts'
import { namedAs } from '../outside/who.ts'
import { isSameAccount } from './account.ts'
import type { ItemGroup } from './group-items.ts'
import type { Author, Snapshot } from './snapshot.ts'

/** Some reviewers post from an account of a person: texts of an account that the configuration names are a bot's. */
export function markNamedBots(snapshot: Snapshot, reviewers: readonly OutsideReviewer[]): Snapshot {
  const mark = <T extends { readonly author: Author | null; readonly body?: string }>(said: T): T => {
    const isNamed = namedAs(said.author?.login ?? '', said.body ?? '', reviewers) !== undefined
    return isNamed && said.author !== null ? { ...said, author: { ...said.author, isBot: true } } : said
  }
  const { reviews, comments, reactions } = snapshot
  const threads = snapshot.threads.map((thread) => ({ ...thread, comments: thread.comments.map(mark) }))
  const marked = { reviews: reviews.map(mark), comments: comments.map(mark), reactions: reactions.map(mark) }
  return { ...snapshot, ...marked, threads }
}

/** Adds every other bot on the pull request, as `@login`: its texts are read, but nobody knows when it is done, so nobody waits for it. */
export function withUnknownBots(snapshot: Snapshot, reviewers: readonly OutsideReviewer[]): readonly OutsideReviewer[] {
  const { me, threads, reviews, comments } = snapshot
  const posts = [...threads.flatMap((thread) => thread.comments), ...reviews, ...comments]
  const bots = posts.flatMap(({ author }) => (author?.isBot && !isSameAccount(author, me) ? author.login : []))
  return [...reviewers, ...[...new Set(bots)].map(unknownBot)]
}

/** Logins of unknown bots that raised something. */
export function unknownBotsIn(groups: readonly ItemGroup[], reviewers: readonly OutsideReviewer[]): readonly string[] {
  const ids = new Set(groups.flatMap(({ members }) => members.map(({ reviewer }) => reviewer)))
  return reviewers.flatMap(({ id, name }) => (id === `@${name}` && ids.has(id) ? [name] : []))
}
