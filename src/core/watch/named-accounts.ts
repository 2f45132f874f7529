import type { OutsideReviewer } from '../outside/reviewer.ts'
import { namedAs } from '../outside/who.ts'
import type { Author, Snapshot } from './snapshot.ts'

/** Some reviewers post from an account like that of a person: where somebody named it for one, it is no person who speaks. */
export function withNamedAccounts(snapshot: Snapshot, reviewers: readonly OutsideReviewer[]): Snapshot {
  const named = <T extends { readonly author: Author | null; readonly body?: string }>(said: T): T => {
    const { author, body = '' } = said
    const isNamed = author !== null && namedAs(author.login, body, reviewers) !== undefined
    return isNamed ? { ...said, author: { ...author, isBot: true } } : said
  }
  return {
    ...snapshot,
    reviews: snapshot.reviews.map(named),
    threads: snapshot.threads.map((thread) => ({ ...thread, comments: thread.comments.map(named) })),
    comments: snapshot.comments.map(named),
    reactions: snapshot.reactions.map(named),
  }
}
