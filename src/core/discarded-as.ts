import type { DiscardCode, DiscardedFinding, Finding } from '../types.ts'

/** What was thrown away for one reason, as the finding that it was. */
export function discardedAs(discarded: readonly DiscardedFinding[], wanted: DiscardCode): readonly Finding[] {
  return discarded.filter(({ code }) => code === wanted).map(({ code: _code, reason: _reason, ...finding }) => finding)
}
