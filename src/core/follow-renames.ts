import type { ChangedFile, Finding } from '../types.ts'

/** Findings of an earlier review under the names their files have by now: a new name mends nothing. */
export function followRenames(findings: readonly Finding[], since: readonly ChangedFile[]): readonly Finding[] {
  const names = new Map(since.flatMap(({ path, oldPath }) => (oldPath === null ? [] : [[oldPath, path] as const])))
  return findings.map((finding) => {
    const file = names.get(finding.file ?? '')
    if (file === undefined) return finding
    return { ...finding, file, evidence: finding.evidence === finding.file ? file : finding.evidence }
  })
}
