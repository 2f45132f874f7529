import type { Report } from '../loop/finding-drafts.ts'
import type { DocumentProblem } from '../loop/parse-findings.ts'
import type { Rule } from './fields.ts'
import { readTree, type TreeLimits } from './read-tree.ts'

export type Parsed<T> = { readonly value: T } | { readonly problems: readonly DocumentProblem[] }

/** YAML text → what the rule reads in it, or every problem with its line. Never throws. */
export function readDocument<T>(text: string, rule: Rule<T>, limits: TreeLimits): Parsed<T> {
  return collect((report) => {
    const tree = readTree(text, limits, report)
    return tree === null ? undefined : rule.read(tree, { path: '', report })
  })
}

/** A value counts only where nothing was reported. */
export function collect<T>(read: (report: Report) => T | undefined): Parsed<T> {
  const problems: DocumentProblem[] = []
  const value = read((line, text) => void problems.push({ line, text }))
  if (value !== undefined && problems.length === 0) return { value }
  return { problems: problems.sort((one, other) => one.line - other.line) }
}
