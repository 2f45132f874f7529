import type { ClaimDecision } from '../../types.ts'
import { addUsage } from '../cost/usage.ts'
import type { PostFinding, PostReviewed, PostReviewState } from './post-review.ts'

// A review after a loop or a run that came to no verdict because of a claim, and that goes on once a person has decided the claim.

/** What people decided about the claims that it waits for. */
export function decisionsOnClaims(
  state: PostReviewState,
  decisions: readonly ClaimDecision[],
): readonly ClaimDecision[] {
  const open = state === null || state === 'due' ? [] : (state.unverified ?? [])
  return decisions.filter(({ id }) => open.includes(id))
}

/** How many reviews there were: each time that it goes on, the last review is judged again with the same replies. */
export function countReviews(passes: readonly PostReviewed[]): number {
  return passes.reduce((sum, { reviews }) => sum + reviews, 0) - Math.max(0, passes.length - 1)
}

/** All passes as one review: the last one has the last word about all that was found and fixed. */
export function joinPasses(earlier: readonly PostReviewed[], last: PostReviewed): PostReviewed {
  const passes = [...earlier, last]
  return {
    ...last,
    reviews: countReviews(passes),
    findings: joinFindings(earlier, last),
    fixes: passes.flatMap(({ fixes }) => fixes),
    wrote: [...new Set(passes.flatMap(({ wrote }) => wrote))],
    commit: passes.findLast(({ commit }) => commit !== null)?.commit ?? null,
    reviewUsage: passes.map(({ reviewUsage }) => reviewUsage).reduce(addUsage),
    usage: passes.map(({ usage }) => usage).reduce(addUsage),
  }
}

/** What the last pass does not raise is fixed, unless it came to no verdict. */
function joinFindings(earlier: readonly PostReviewed[], last: PostReviewed): readonly PostFinding[] {
  const byId = new Map(earlier.flatMap(({ findings }) => findings).map((finding) => [finding.id, finding]))
  const status = last.outcome === 'inconclusive' ? 'open' : 'fixed'
  const before = [...byId.values()].map((finding) => ({ ...finding, status }) satisfies PostFinding)
  return [...new Map([...before, ...last.findings].map((finding) => [finding.id, finding])).values()]
}
