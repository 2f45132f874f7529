import type { OutsideReviewer } from '../outside/reviewer.ts'
import { namedAs } from '../outside/who.ts'
import type { Author, Snapshot } from './snapshot.ts'

/** Some reviewers post from an account of a person: texts of an account that the configuration names are a bot's. */
export function markNamedBots(snapshot: Snapshot, reviewers: readonly OutsideReviewer[]): Snapshot {
  const mark = <T extends { readonly author: Author | null; readonly body?: string }>(said: T): T => {
    const isNamed = namedAs(said.author?.login ?? '', said.body ?? '', reviewers) !== undefined
    return isNamed && said.author !== null ? { ...said, author: { ...said.author, isBot: true } } : said
  }
  const { reviews, comments, reactions } = snapshot
  const threads = snapshot.threads.map((thread) => ({ ...thread, comments: thread.comments.map(mark) }))
  return {
    ...snapshot,
    reviews: reviews.map(mark),
    threads,
    comments: comments.map(mark),
    reactions: reactions.map(mark),
  }
}
