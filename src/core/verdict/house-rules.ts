import ignore from 'ignore'
import type { DiscardedFinding, Finding, SeverityOverride } from '../../types.ts'
import { isBlocking } from '../findings/severity.ts'

/** A change to what steers the review is always told: otherwise it could hide itself. */
const ownConfiguration = 'hygiene/review-config'

/** Findings in paths that the house does not review are kept, with the reason, among the discarded. */
export function applyIgnores(
  findings: readonly Finding[],
  patterns: readonly string[],
): { kept: Finding[]; ignored: DiscardedFinding[] } {
  const isIgnored = pathMatcher(patterns)
  const kept: Finding[] = []
  const ignored: DiscardedFinding[] = []
  for (const finding of findings) {
    if (finding.file !== null && isIgnored(finding.file) && finding.rule !== ownConfiguration)
      ignored.push(asIgnored(finding, finding.file))
    else kept.push(finding)
  }
  return { kept, ignored }
}

/** The last override that matches wins, as in .gitignore. */
export function applySeverityOverrides(
  findings: readonly Finding[],
  overrides: readonly SeverityOverride[],
): readonly Finding[] {
  if (overrides.length === 0) return findings
  const matchers = overrides.map((override) => ({ override, matches: overrideMatcher(override) }))
  return findings.map((finding) => {
    const match = matchers.findLast(({ matches }) => matches(finding))
    return match === undefined ? finding : withSeverity(finding, match.override)
  })
}

/** Whether a path fits patterns in the syntax of .gitignore. Never throws; a path outside the repository fits none. */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false
  const matcher = ignore().add([...patterns])
  return (path) => ignore.isPathValid(path) && matcher.ignores(path)
}

/** `secret/*` matches the family, `secret/github-token` that one rule. */
export function ruleMatches(pattern: string, rule: string | null): boolean {
  if (rule === null) return false
  return pattern.endsWith('*') ? rule.startsWith(pattern.slice(0, -1)) : rule === pattern
}

function asIgnored(finding: Finding, file: string): DiscardedFinding {
  return { ...finding, code: 'ignored_path', reason: `${file} is not reviewed: the configuration ignores it.` }
}

/** Everything the override names must fit; one that names nothing fits nothing. */
function overrideMatcher({ rule, category, path }: SeverityOverride): (finding: Finding) => boolean {
  if (rule === null && category === null && path === null) return () => false
  const pathFits = path === null ? () => true : pathMatcher([path])
  return (finding) =>
    (rule === null || ruleMatches(rule, finding.rule)) &&
    (category === null || finding.category.toLowerCase() === category.toLowerCase()) &&
    (path === null || (finding.file !== null && pathFits(finding.file)))
}

/** Only a P2 can have declared that it blocks; a P1 that the house calls P2 did not. */
function withSeverity(finding: Finding, { severity }: SeverityOverride): Finding {
  const declared = finding.severity === 'P2' && finding.blocking
  const blocking = isBlocking(severity, declared, finding.impact)
  if (severity === finding.severity && blocking === finding.blocking) return finding
  return { ...finding, severity, blocking, reported: { severity: finding.severity, blocking: finding.blocking } }
}
