import type { PostFinding, PostReview } from '../../core/loop/post-review.ts'
import { counted } from '../words.ts'

// The review after a run in words, for every format that people read.

/** '2 reviews, 1 blocking finding, fixed in src/a.ts (3f2a91c4d5): approved. The gate passed.' */
export function postReviewLine(review: PostReview): string {
  const { outcome, reason, reviews, findings, files, commits } = review
  if (outcome === 'skipped') return `skipped: ${reason}`
  const where = commits.length === 0 ? 'not committed' : commits.map((commit) => commit.slice(0, 10)).join(', ')
  const fixed = files.length === 0 ? '' : `, fixed in ${files.join(', ')} (${where})`
  return `${counted(reviews, 'review')}, ${counted(findings.length, 'blocking finding')}${fixed}: ${outcome}. ${reason}`
}

/** 'P1 fixed' */
export function postGrade({ severity, status }: PostFinding): string {
  return `${severity} ${status}`
}

/** What a person has to know before anything else; null: all that was fixed is committed. */
export function uncommittedStep(review: PostReview | null): string | null {
  if (review === null || review.files.length === 0 || review.commits.length > 0) return null
  return `Fixes of the review after the run are in the files and not committed: ${review.files.join(', ')}.`
}
