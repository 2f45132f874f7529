import type { DiscardCode, DiscardedFinding, Finding, ReviewResult } from '../../types.ts'
import type { UncountedFinding, UnverifiedClaim } from '../loop/claims.ts'
import { discardReasons } from './discard-reasons.ts'

/** What was thrown away for one reason, as the finding that it was. */
export function discardedAs(discarded: readonly DiscardedFinding[], wanted: DiscardCode): readonly Finding[] {
  return discarded.filter(({ code }) => code === wanted).map(({ code: _code, reason: _reason, ...finding }) => finding)
}

/** Blocking claims that could not be checked and keep the gate from passing, with the reason. */
export function claimsIn({ discarded, gate }: Pick<ReviewResult, 'discarded' | 'gate'>): readonly UnverifiedClaim[] {
  return discarded.filter(({ id }) => gate.unverified?.includes(id)).map(({ code: _code, ...claim }) => claim)
}

/**
 * What reviewers do say, though not so that it counts: it proves nothing, but it is no silence either. What they took back
 * themselves is none of it, nor what a person or the configuration decided.
 */
export function uncounted(discarded: readonly DiscardedFinding[]): readonly UncountedFinding[] {
  return discarded
    .filter(isSaid)
    .map(({ code, ...finding }) => (outsideCodes.has(code) ? { ...finding, isOutside: true } : finding))
}

const outsideCodes: ReadonlySet<DiscardCode> = new Set(['file_not_changed', 'line_not_changed'])

function isSaid({ code }: DiscardedFinding): boolean {
  const { effect } = discardReasons[code]
  return effect === 'unverified' || (effect === 'set aside' && code !== 'self_discarded')
}
