import { severities } from '../core/findings/severity.ts'
import { compareText } from '../core/values/compare-text.ts'
import type { Finding, ReviewResult, Severity } from '../types.ts'

export interface FileGroup {
  /** Null for findings about the change as a whole. */
  readonly file: string | null
  readonly findings: readonly Finding[]
}

/** Worst first, then by place. The order does not depend on the order of the reviewers. */
export function ordered<F extends Finding>(findings: readonly F[]): readonly F[] {
  return [...findings].sort(compareFindings)
}

/** Files in the order of their worst finding, then by name; findings in a file by severity, then line. */
export function groupByFile(findings: readonly Finding[]): readonly FileGroup[] {
  const groups = new Map<string | null, Finding[]>()
  for (const finding of ordered(findings)) {
    const group = groups.get(finding.file)
    if (group === undefined) groups.set(finding.file, [finding])
    else group.push(finding)
  }
  return [...groups].map(([file, members]) => ({ file, findings: members }))
}

export function countBySeverity(result: ReviewResult): readonly (readonly [Severity, number])[] {
  return severities.map(
    (severity) => [severity, result.findings.filter((finding) => finding.severity === severity).length] as const,
  )
}

/** The blocking ones come first inside a severity. */
function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.severity, b.severity) ||
    Number(b.blocking) - Number(a.blocking) ||
    compareText(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    compareText(a.id, b.id)
  )
}
