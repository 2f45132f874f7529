import type { Finding } from '../../types.ts'
import { duplicates } from './duplicates.ts'

/** Which findings that were made of what outside reviewers say are one problem, as `duplicates` tells of what they say. */
export function duplicateFindings(findings: readonly Finding[]): readonly (readonly number[])[] {
  return duplicates(
    findings.map(({ reviewers, file, line, endLine, title, problem, suggestion }) => ({
      reviewer: reviewers.join(),
      file,
      line: endLine ?? line,
      startLine: line,
      originalLine: null,
      severity: null,
      actionable: true,
      title,
      body: problem,
      suggestion,
      pathHash: null,
      nativeId: null,
      remark: false,
      inPrompt: false,
    })),
  )
}
