import { isSameAccount } from './account.ts'
import type { Author, PostedReview, Snapshot } from './snapshot.ts'

/** Who requested changes and has not reviewed again; only another review of theirs withdraws the request. */
export function openChangeRequests(snapshot: Snapshot, writers: ReadonlySet<string>): readonly string[] {
  const names = snapshot.reviews.flatMap(({ author }) => {
    const mayDecide = author !== null && (author.isBot || writers.has(author.login))
    return mayDecide && lastVerdict(snapshot, author)?.state === 'changes_requested' ? [author.login] : []
  })
  return [...new Set(names)]
}

export function lastVerdict({ reviews }: Snapshot, author: Author | null): PostedReview | undefined {
  const isVerdict = ({ state }: PostedReview) => state !== 'commented' && state !== 'pending'
  return reviews.findLast((review) => isSameAccount(review.author, author) && isVerdict(review))
}
