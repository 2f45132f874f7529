import type { ClaimDecision, DiscardedFinding, Finding, ReviewResult, Waiver } from '../../types.ts'
import { isUnverified } from '../findings/discard-reasons.ts'
import { applyWaivers } from './waivers.ts'

/** Claims of an earlier review, decided or not: nothing but a fresh review by agents or a decision closes them. */
export function claimsOf({
  findings,
  discarded,
}: Pick<ReviewResult, 'findings' | 'discarded'>): readonly DiscardedFinding[] {
  const accepted = findings.flatMap(({ acceptedClaim, ...finding }) =>
    acceptedClaim === undefined ? [] : [{ ...finding, ...acceptedClaim }],
  )
  return [...discarded.filter(isUnverified), ...accepted]
}

/**
 * Claims that could not be checked, after people decided some of them: an accepted one counts as a finding, a dismissed one
 * keeps who dismissed it and why. The last decision about a claim counts.
 */
export function applyDecisions(
  claims: readonly DiscardedFinding[],
  decisions: readonly ClaimDecision[],
): { readonly accepted: readonly Finding[]; readonly discarded: readonly DiscardedFinding[] } {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]))
  const isAccepted = ({ id }: Finding): boolean => byId.get(id)?.decision === 'accept'
  return {
    accepted: claims
      .filter(isAccepted)
      .map(({ code, reason, ...finding }) => ({ ...asAccepted(finding), acceptedClaim: { code, reason } })),
    discarded: claims.filter((claim) => !isAccepted(claim)).map((claim) => dismissedBy(claim, byId.get(claim.id))),
  }
}

/** A waiver that covers a claim decides it as a dismissal does, for as long as the waiver works. */
export function waiverDecisions(
  claims: readonly DiscardedFinding[],
  waivers: readonly Waiver[],
  at: string,
): readonly ClaimDecision[] {
  const { waived } = applyWaivers(claims, waivers, at.slice(0, 10))
  return waived.map(({ id, reason }) => ({ id, decision: 'dismiss', by: 'a waiver', why: reason, at }))
}

/** Whoever accepts a claim wants it fixed, also one whose severity nobody could read. */
export function asAccepted(finding: Finding): Finding {
  return finding.blocking ? finding : { ...finding, severity: 'P1', blocking: true }
}

function dismissedBy(claim: DiscardedFinding, decision: ClaimDecision | undefined): DiscardedFinding {
  if (decision === undefined) return claim
  return { ...claim, code: 'dismissed', reason: `Dismissed by ${decision.by}: ${decision.why}` }
}
