import { exitCodes } from '../../errors.ts'
import type { FailOn, Finding, ReviewResult, Severity } from '../../types.ts'
import { compareSeverity } from '../findings/severity.ts'
import { firstFew } from '../values/first-few.ts'
import { exitCodeFor } from './gate.ts'

/** What `--fail-on` makes of a review, with the reason where the exit code is not the one of the gate. */
export function decideFailOn({ gate, findings }: Pick<ReviewResult, 'gate' | 'findings'>, severity: Severity): FailOn {
  const reaching = findings.filter((finding) => compareSeverity(finding.severity, severity) <= 0)
  const exitCode = exitCodeFor(gate, findings, severity)
  const decision = { severity, findings: reaching.map(({ id }) => id), exitCode }
  return { ...decision, reason: exitCode === exitCodeFor(gate, findings) ? null : reasonFor(decision, reaching) }
}

function reasonFor(
  { severity, exitCode }: Pick<FailOn, 'severity' | 'exitCode'>,
  reaching: readonly Finding[],
): string {
  if (exitCode === exitCodes.passed) return `No finding reaches --fail-on ${severity}, so the exit code is 0.`
  const count = reaching.length === 1 ? '1 finding reaches' : `${reaching.length} findings reach`
  return `${count} --fail-on ${severity}, so the exit code is 1: ${firstFew(reaching.map(nameOf), 5).join(', ')}.`
}

function nameOf({ severity, file, line, id }: Finding): string {
  return `${severity} ${file === null ? id : line === null ? file : `${file}:${line}`}`
}
