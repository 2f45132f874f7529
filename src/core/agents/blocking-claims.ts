import type { DiscardedFinding, Finding, OtherClaim } from '../../types.ts'

/**
 * The finding with only those of its joined claims that block. Otherwise a verifier that confirms a lesser claim would keep a grave one
 * in the gate, though it is wrong.
 */
export function withBlockingClaims<Claimed extends Finding>(
  finding: Claimed,
  discarded: readonly DiscardedFinding[],
): Claimed {
  const joined = discarded.filter(({ duplicateOf }) => duplicateOf === finding.id)
  const blocking = new Set(joined.filter((other) => other.blocking).map(textOf))
  const lesser = new Set(joined.filter((other) => !other.blocking).map(textOf))
  const isAsked = (claim: OtherClaim) => !lesser.has(textOf(claim)) || blocking.has(textOf(claim))
  const { otherClaims, ...said } = finding
  const asked = otherClaims?.filter(isAsked) ?? []
  return (asked.length === 0 ? said : { ...said, otherClaims: asked }) as Claimed
}

function textOf({ title, problem }: OtherClaim): string {
  return `${title}\n${problem}`
}
