import type { Finding, Severity } from '../../types.ts'
import { visibleLine } from '../visible.ts'

interface Rule {
  readonly id: string
  readonly shortDescription: { readonly text: string }
  readonly properties: object
}

/** What code scanning services sort security findings by. */
export const securitySeverity = { P0: '9.5', P1: '8.0', P2: '5.0', P3: '3.0' } as const satisfies Record<
  Severity,
  string
>

/** Findings of reviewers without named checks are filed under their category. */
export function ruleIdOf(finding: Finding): string {
  return finding.rule ?? `review/${finding.category.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'general'}`
}

export function isSecurity(finding: Finding): boolean {
  return /secur|secret|vulnerab/i.test(finding.category) || (finding.rule?.startsWith('secret/') ?? false)
}

/** One descriptor for each rule, in order of first use. Expects the worst findings first: they set the rule's severity. */
export function rulesOf(findings: readonly Finding[]): readonly Rule[] {
  const rules = new Map<string, Rule>()
  for (const finding of findings) {
    const id = ruleIdOf(finding)
    if (!rules.has(id)) rules.set(id, descriptor(id, finding))
  }
  return [...rules.values()]
}

export function ruleIndexOf(rules: readonly Rule[]): ReadonlyMap<string, number> {
  return new Map(rules.map((rule, index) => [rule.id, index]))
}

function descriptor(id: string, finding: Finding): Rule {
  const description =
    finding.rule === null ? `Findings about ${visibleLine(finding.category)}.` : visibleLine(finding.title)
  return {
    id,
    shortDescription: { text: description },
    properties: {
      tags: isSecurity(finding) ? [...new Set(['security', finding.category])] : [finding.category],
      ...(isSecurity(finding) && { 'security-severity': securitySeverity[finding.severity] }),
    },
  }
}
