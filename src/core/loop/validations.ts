import type { ValidationResult } from './types.ts'

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

export function isFailing({ status }: ValidationResult): boolean {
  return status !== 'passed'
}
