import { firstFew } from '../values/first-few.ts'
import type { Tampering, ValidationResult } from './validation-result.ts'

export interface ValidationComparison {
  /** Do not pass now, and did before (or were not run before). */
  readonly newlyFailing: readonly ValidationResult[]
  /** Did not pass before either: not to be blamed on what happened in between. */
  readonly stillFailing: readonly ValidationResult[]
  readonly mended: readonly ValidationResult[]
}

/** What became of each command, by its line. A command that is gone is not spoken of. */
export function comparison(
  before: readonly ValidationResult[],
  after: readonly ValidationResult[],
): ValidationComparison {
  const failedBefore = new Set(before.filter(isFailing).map(({ command }) => command))
  const hasFailed = ({ command }: ValidationResult) => failedBefore.has(command)
  const failing = after.filter(isFailing)
  return {
    newlyFailing: failing.filter((result) => !hasFailed(result)),
    stillFailing: failing.filter(hasFailed),
    mended: after.filter((result) => !isFailing(result) && hasFailed(result)),
  }
}

/** What became of a command that does not pass, after its name. */
export function whyFailing({ status, tampered }: ValidationResult): string {
  if (tampered !== undefined) return `is rejected: ${tamperingText(tampered)}`
  return status === 'timed_out' ? 'ran out of time' : 'fails'
}

export function tamperingText({ changed, kept }: Tampering): string {
  const copy = kept === null ? '' : `, and its version is kept in ${kept}`
  return `it changed ${firstFew(changed, 3).join(', ')}, which commands of a change may not; that was undone${copy}`
}

export function isFailing({ status }: ValidationResult): boolean {
  return status !== 'passed'
}
