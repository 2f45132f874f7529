import { waiverDecisions } from '../../core/verdict/claim-decisions.ts'
import { unverifiedClaims } from '../../io/claim-decisions.ts'
import type { ClaimDecision } from '../../types.ts'
import type { FrozenSettings } from '../reviewing/frozen-settings.ts'

/** What people have decided about claims by now: with `answer`, or with a waiver that covers the claim. */
export function claimDecisionsNow(
  root: string,
  { settings, decisions }: Pick<FrozenSettings, 'settings' | 'decisions'>,
): readonly ClaimDecision[] {
  const { waivers } = settings.config
  if (waivers.length === 0) return decisions
  const waived = waiverDecisions(unverifiedClaims(root), waivers, new Date().toISOString())
  return [...new Map([...waived, ...decisions].map((decision) => [decision.id, decision])).values()]
}
