import type { DiscardCode, DiscardedFinding, Finding } from '../../types.ts'
import type { UncountedFinding } from '../loop/types.ts'

/** What was thrown away for one reason, as the finding that it was. */
export function discardedAs(discarded: readonly DiscardedFinding[], wanted: DiscardCode): readonly Finding[] {
  return discarded.filter(({ code }) => code === wanted).map(({ code: _code, reason: _reason, ...finding }) => finding)
}

/**
 * What reviewers do say, though not so that it counts: it proves nothing, but it is no silence either. What they took back
 * themselves is none of it, nor what the house does not want to hear.
 */
export function uncounted(discarded: readonly DiscardedFinding[]): readonly UncountedFinding[] {
  return discarded
    .filter(({ code }) => uncountedCodes.has(code))
    .map(({ code, ...finding }) => (outsideCodes.has(code) ? { ...finding, isOutside: true } : finding))
}

const outsideCodes: ReadonlySet<DiscardCode> = new Set(['file_not_changed', 'line_not_changed'])

const uncountedCodes: ReadonlySet<DiscardCode> = new Set([
  'unknown_severity',
  'low_confidence',
  'no_location',
  'file_not_changed',
  'not_assigned',
  'no_evidence',
  'evidence_not_found',
  'line_not_changed',
])
