import { noUsage } from '../core/cost/usage.ts'
import type { FileContents } from '../core/evidence/anchor-index.ts'
import type { ImportedFindings } from '../core/import/index.ts'
import type { RawFinding, ReviewerOutcome } from '../types.ts'
import type { ImportedReview } from './ports.ts'

/** Analysers name a line and seldom quote it: the quote is taken from the file, so that it can be checked like any other. */
export function fillEvidence(
  findings: readonly RawFinding[],
  contents: ReadonlyMap<string, FileContents>,
): readonly RawFinding[] {
  const lines = new Map<string, readonly string[]>()
  return findings.map((finding) => {
    const { file, line, evidence } = finding
    if (evidence !== null || file === null) return finding
    if (line === null) return { ...finding, evidence: file }
    const quote = linesOf(file)[line - 1]?.trim()
    return quote === undefined || quote === '' ? finding : { ...finding, evidence: quote }
  })

  function linesOf(file: string): readonly string[] {
    const known = lines.get(file)
    if (known !== undefined) return known
    const split = contents.get(file)?.new?.split('\n') ?? []
    lines.set(file, split)
    return split
  }
}

/** One for everybody who speaks in a report, or should have. */
export function importedReviews({
  findings,
  suppressed = [],
  reviewers,
  incomplete,
}: ImportedFindings): readonly ImportedReview[] {
  const names = new Set([...reviewers, ...incomplete.map(({ reviewer }) => reviewer)])
  return [...names].map((name) => {
    const reasons = incomplete.filter(({ reviewer }) => reviewer === name).map(({ reason }) => reason)
    const problem = reasons.length === 0 ? null : reasons.join(' ')
    const own = suppressed.filter(({ finding }) => finding.reviewer === name)
    return { name, findings: findings.filter(({ reviewer }) => reviewer === name), suppressed: own, problem }
  })
}

export function importOutcomes(imports: readonly ImportedReview[]): readonly ReviewerOutcome[] {
  return imports.map(({ name, findings, problem }) => ({
    name,
    agent: 'import',
    status: problem === null ? 'ok' : 'failed',
    reason: problem,
    durationMs: 0,
    findings: findings.length,
    usage: noUsage,
  }))
}
