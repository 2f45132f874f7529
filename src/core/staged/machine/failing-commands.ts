import type { ValidationResult } from '../../loop/types.ts'
import { comparison, isFailing } from '../../loop/validations.ts'
import type { RunState } from './state.ts'

type Known = Pick<RunState, 'baseline'>

/** The commands that the run has to fix: they fail now, and passed before the run. */
export function failingCommands(
  { baseline }: Known,
  checks: readonly ValidationResult[] | null,
): readonly ValidationResult[] {
  const { newlyFailing, stillFailing } = comparison(baseline ?? [], checks ?? [])
  // A tampered command counts, whatever it did before the run.
  return [...newlyFailing, ...stillFailing.filter(({ tampered }) => tampered !== undefined)]
}

/** A command that failed before the run and passes now has to pass from now on. */
export function withFixedCommands({ baseline }: Known, checks: readonly ValidationResult[]): Known {
  if (baseline === null) return { baseline }
  const { mended } = comparison(baseline, checks)
  return { baseline: baseline.map((before) => mended.find(({ command }) => command === before.command) ?? before) }
}

/** Whether the run may have fixed a command that failed before it: run it again before code is simplified. */
export function mayHaveFixedCommands({ baseline }: Known): boolean {
  return baseline?.some(isFailing) === true
}
