import { redact } from '../../core/values/redact.ts'
import { LoopError } from '../../errors.ts'
import { unverifiedClaims, writeDecision } from '../../io/claim-decisions.ts'
import type { ClaimDecision } from '../../types.ts'

export function isClaimId(word: string): boolean {
  return /^F-[0-9a-f]{8,}$/.test(word)
}

/** Writes down what a person decides about a claim that could not be checked. The next review counts it so. */
export function decideClaim(
  root: string,
  id: string,
  { word, by, why, at }: { word: string; by: string; why: string | undefined; at: string },
): ClaimDecision {
  const decision = word.trim().toLowerCase()
  if (decision !== 'accept' && decision !== 'dismiss') {
    throw usage(`${word} is no answer for a claim: accept counts it as a finding, dismiss --why TEXT drops it`)
  }
  if (decision === 'dismiss' && (why ?? '').trim() === '')
    throw usage('dismissing a claim needs a reason: --why "TEXT"')
  if (!unverifiedClaims(root).some((claim) => claim.id === id)) throw new LoopError('no_claim', { id })
  const made: ClaimDecision = { id, decision, by: redact(by, []), why: redact(why ?? '', []).trim(), at }
  writeDecision(root, made)
  return made
}

const usage = (problem: string) => new LoopError('usage', { problem, command: 'answer' })
