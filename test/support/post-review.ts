import type { PostReview } from '../../src/core/loop/post-review.ts'
import { usage } from './session.ts'

/** A loop over the work of a run that found something, had it fixed and committed. */
export function postReview(values: Partial<PostReview> = {}): PostReview {
  return {
    session: '7d2a91c4-0000-4000-8000-000000000000',
    outcome: 'approved',
    reason: 'The gate passed.',
    reviews: 2,
    findings: [{ id: 'F-7', severity: 'P1', file: 'src/a.ts', line: 3, title: 'Inverted', status: 'fixed' }],
    files: ['src/a.ts'],
    commits: ['9'.repeat(40)],
    usage: { ...usage, costUsd: 0.5 },
    ...values,
  }
}

/** The same as a run notes it. */
export function postReviewed(values: Partial<PostReview> = {}) {
  const point = { head: '9'.repeat(40), tree: '8'.repeat(40) }
  return {
    type: 'post-reviewed',
    review: postReview(values),
    point,
    tree: { head: 'f'.repeat(40), dirty: {} },
  } as const
}
