import type { Finding } from '../../types.ts'
import { duplicates } from './duplicates.ts'
import { plainItem } from './shown-item.ts'

/** Which findings that were made of what outside reviewers say are one problem, as `duplicates` tells of what they say. */
export function duplicateFindings(findings: readonly Finding[]): readonly (readonly number[])[] {
  return duplicates(
    findings.map(({ reviewers, file, line, endLine, title, problem, suggestion }) => {
      const place = { file, line: endLine ?? line, startLine: line, originalLine: null }
      return { ...plainItem, ...place, reviewer: reviewers.join(), title, body: problem, suggestion }
    }),
  )
}
