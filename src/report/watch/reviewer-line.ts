import type { ReviewerStatus } from '../../core/watch/reviewer-status.ts'

/** Where a reviewer stands, in words. */
export function statusText({
  status,
  hasFindings,
  reason,
  refusedUntil,
  skips,
  unclear,
  isStale,
}: ReviewerStatus): string {
  const why = reason ? ` (${reason})` : ''
  switch (status) {
    case 'ready':
      return hasFindings ? 'findings' : 'clean'
    case 'failed':
      return `failed${why}`
    case 'refused':
      return refusedUntil === undefined ? `refused${why}` : `rate limited until ${refusedUntil.slice(11, 16)} UTC${why}`
    case 'unclear':
      return `not understood: ${unclear}`
    case 'missing':
      return skips ?? (isStale ? 'stale: it spoke about another commit only' : 'silent')
    default:
      return skips ?? (isStale ? 'waiting: it spoke about another commit only' : status)
  }
}

/** A reviewer with where it stands: one line of the end. */
export function reviewerLine(reviewer: ReviewerStatus): string {
  return `${reviewer.name}: ${statusText(reviewer)}`
}
