import type { Finding, Gate, Verdict } from '../../types.ts'
import { decideVerdict } from '../verdict/gate.ts'
import { claimLine } from './open-claims.ts'
import { hasTrait } from './reviewer-traits.ts'
import { type LoopState, lastRound, policyOf } from './state.ts'
import type { ValidationResult } from './types.ts'
import { whyFailing } from './validations.ts'

/**
 * The gate of the loop: over the ledger and the validations, not over the last reply alone. Inconclusive beats blocked, and a
 * tree that was not reviewed as it is now has no gate.
 */
export function loopGate(state: LoopState): Gate {
  const last = lastRound(state)
  if (last === undefined) return { result: 'inconclusive', reasons: ['Nothing was reviewed yet.'] }
  if (state.silentReviews.length > 0)
    return { result: 'inconclusive', reasons: state.silentReviews.at(-1)?.reasons ?? [] }
  if (state.point?.tree !== last.point.tree) {
    return { result: 'inconclusive', reasons: ['The files changed since the last review.'] }
  }
  if (hasTrait(state, 'may-veto') && last.gate.result !== 'pass' && last.blocking.length === 0) {
    return { result: 'inconclusive', reasons: last.gate.reasons }
  }
  const failing = blockingValidations(state)
  const reasons = [
    ...leftReason(last.blocking.length),
    ...failing.map((result) => `\`${result.command}\` ${whyFailing(result)}.`),
  ]
  if (reasons.length > 0 || state.claims.length === 0)
    return { result: reasons.length > 0 ? 'blocked' : 'pass', reasons }
  return {
    result: 'inconclusive',
    reasons: state.claims.map((claim) => `It could not be checked: ${claimLine(claim)}`),
  }
}

function leftReason(count: number): readonly string[] {
  if (count === 0) return []
  return [count === 1 ? '1 blocking finding is left.' : `${count} blocking findings are left.`]
}

/** Commands that do not pass on the files as they are. What failed before the first fix counts unless the policy allows it. */
export function blockingValidations(state: LoopState): readonly ValidationResult[] {
  const latest = latestValidations(state)
  const allowed = policyOf(state).baseline === 'allow' ? new Set(failingOf(state.baseline ?? [])) : new Set<string>()
  // Tampering is excused by nothing that was said beforehand.
  return latest.filter(
    ({ status, command, tampered }) => tampered !== undefined || (status !== 'passed' && !allowed.has(command)),
  )
}

/** Of the last fix that is still there, else from before it: since somebody else changed the files, or before the first one. */
export function latestValidations({ rounds, baseline, rechecks }: LoopState): readonly ValidationResult[] {
  const recheck = rechecks.findLast(({ after }) => after <= rounds.length)
  const fixes = rounds
    .slice(recheck?.after ?? 0)
    .flatMap(({ fix }) => (fix === null || fix.rolledBack !== null ? [] : [fix]))
  return (
    fixes.findLast(({ validations }) => validations.length > 0)?.validations.at(-1) ??
    recheck?.validations ??
    baseline ??
    []
  )
}

function failingOf(validations: readonly ValidationResult[]): readonly string[] {
  return validations.filter(({ status }) => status !== 'passed').map(({ command }) => command)
}

/** Of the ledger, which is what is decided by; a reviewer's own words know nothing of other rounds. */
export function verdictOver(standing: readonly Finding[], hasClaims: boolean): Verdict {
  const isBlocked = standing.some(({ blocking }) => blocking)
  const result = isBlocked ? 'blocked' : hasClaims ? 'inconclusive' : 'pass'
  return decideVerdict({ result, reasons: [] }, standing).verdict
}
