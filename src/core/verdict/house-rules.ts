import ignore from 'ignore'
import type { Config, DiscardedFinding, Finding, SeverityOverride } from '../../types.ts'
import { isBlocking } from '../findings/severity.ts'

/** A change to what steers the review is always told: otherwise it could hide itself. */
const ownConfiguration = 'hygiene/review-config'

type HouseRules = Pick<Config, 'builtin' | 'ignore' | 'severity'>

/** Applies what the configuration says about rules, paths and severities. What it leaves out keeps the reason. */
export function applyHouseRules<T extends Finding>(
  findings: readonly T[],
  { builtin, ignore: patterns, severity }: HouseRules,
): { kept: readonly T[]; discarded: readonly DiscardedFinding[] } {
  const on = leaveOut(findings, ({ rule }) => builtin.rulesOff.some((pattern) => ruleMatches(pattern, rule)), asOff)
  const isIgnored = pathMatcher(patterns)
  const reviewed = leaveOut(
    on.kept,
    ({ file, rule }) => file !== null && isIgnored(file) && rule !== ownConfiguration,
    asIgnored,
  )
  return {
    kept: applySeverityOverrides(reviewed.kept, severity),
    discarded: [...on.discarded, ...reviewed.discarded],
  }
}

function leaveOut<T extends Finding>(
  findings: readonly T[],
  isOut: (finding: T) => boolean,
  why: (finding: T) => DiscardedFinding,
): { kept: readonly T[]; discarded: readonly DiscardedFinding[] } {
  return { kept: findings.filter((finding) => !isOut(finding)), discarded: findings.filter(isOut).map(why) }
}

/** The last override that matches wins, as in .gitignore. */
function applySeverityOverrides<T extends Finding>(
  findings: readonly T[],
  overrides: readonly SeverityOverride[],
): readonly T[] {
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

function asOff(finding: Finding): DiscardedFinding {
  return { ...finding, code: 'rule_off', reason: `The configuration turns ${finding.rule} off.` }
}

function asIgnored(finding: Finding): DiscardedFinding {
  const reason = `${finding.file} is not reviewed: the configuration ignores it.`
  return { ...finding, code: 'ignored_path', reason }
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
function withSeverity<T extends Finding>(finding: T, { severity }: SeverityOverride): T {
  const declared = finding.severity === 'P2' && finding.blocking
  const blocking = isBlocking(severity, declared, finding.impact)
  if (severity === finding.severity && blocking === finding.blocking) return finding
  return { ...finding, severity, blocking, reported: { severity: finding.severity, blocking: finding.blocking } }
}
