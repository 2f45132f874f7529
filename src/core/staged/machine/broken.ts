import type { ValidationResult } from '../../loop/types.ts'
import { comparison, isFailing } from '../../loop/validations.ts'
import type { RunState } from './state.ts'

type Known = Pick<RunState, 'baseline'>

/** The commands that do not pass and are for the run to mend. Those that failed before it are not. */
export function brokenIn({ baseline }: Known, checks: readonly ValidationResult[] | null): readonly ValidationResult[] {
  const { newlyFailing, stillFailing } = comparison(baseline ?? [], checks ?? [])
  // Tampering is never put down to what was there before.
  return [...newlyFailing, ...stillFailing.filter(({ tampered }) => tampered !== undefined)]
}

/** A command that failed before the run and passes now has to pass from now on. */
export function withMended({ baseline }: Known, checks: readonly ValidationResult[]): Known {
  if (baseline === null) return { baseline }
  const { mended } = comparison(baseline, checks)
  return { baseline: baseline.map((before) => mended.find(({ command }) => command === before.command) ?? before) }
}

/** Who only simplifies must not undo what the run mended: where a command failed before, it is asked again first. */
export function isMendingUnknown({ baseline }: Known): boolean {
  return baseline?.some(isFailing) === true
}
