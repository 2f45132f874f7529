import { isSameAccount } from './account.ts'
import type { Author, PostedReview, Snapshot } from './snapshot.ts'

/**
 * Whose request for changes stands, of those whose word counts: to say that it is done takes nothing back, only another review
 * of theirs does.
 */
export function objectorsIn(snapshot: Snapshot, writers: ReadonlySet<string>): readonly string[] {
  const names = snapshot.reviews.flatMap(({ author }) => {
    const hasSay = author !== null && (author.isBot || writers.has(author.login))
    return hasSay && verdictOf(snapshot, author)?.state === 'changes_requested' ? [author.login] : []
  })
  return [...new Set(names)]
}

/** The last word of somebody about the whole change; undefined: there is none. */
export function verdictOf({ reviews }: Snapshot, author: Author): PostedReview | undefined {
  return reviews.findLast((review) => isSameAccount(review.author, author) && isVerdict(review))
}

function isVerdict({ state }: PostedReview): boolean {
  return state === 'approved' || state === 'changes_requested' || state === 'dismissed'
}
