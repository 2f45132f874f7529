import type { DiscardedFinding, Finding, Waiver } from '../types.ts'
import { pathMatcher, ruleMatches } from './house-rules.ts'

export interface WaiverResult {
  readonly kept: readonly Finding[]
  readonly waived: readonly DiscardedFinding[]
  /** One sentence for each waiver that no longer works, whether or not it would have matched. */
  readonly expired: readonly string[]
}

/** Waived findings are kept with the waiver's reason. `today` is 'YYYY-MM-DD'; a waiver works through its last day. */
export function applyWaivers(findings: readonly Finding[], waivers: readonly Waiver[], today: string): WaiverResult {
  const matchers = waivers
    .filter((waiver) => !isExpired(waiver, today))
    .map((waiver) => ({ waiver, matches: waiverMatcher(waiver) }))
  const kept: Finding[] = []
  const waived: DiscardedFinding[] = []
  for (const finding of findings) {
    const match = matchers.find(({ matches }) => matches(finding))
    if (match === undefined) kept.push(finding)
    else waived.push({ ...finding, code: 'waived', reason: `Waived: ${match.waiver.reason}` })
  }
  return { kept, waived, expired: waivers.filter((waiver) => isExpired(waiver, today)).map(expiry) }
}

/** A date that cannot be read has passed: a waiver nobody can date must not hide findings. */
function isExpired({ expires }: Waiver, today: string): boolean {
  return expires !== null && (!/^\d{4}-\d{2}-\d{2}$/.test(expires) || expires < today)
}

function expiry(waiver: Waiver): string {
  return `The waiver for ${subjectOf(waiver)} expired on ${waiver.expires} and no longer applies: ${waiver.reason}`
}

function subjectOf({ id, rule, path }: Waiver): string {
  if (id !== null) return id
  return [rule, path].filter((part) => part !== null).join(' in ')
}

/** A rule needs its path: one without the other waives nothing. */
function waiverMatcher({ id, rule, path }: Waiver): (finding: Finding) => boolean {
  if (id !== null) return (finding) => finding.id === id
  if (rule === null || path === null) return () => false
  const pathFits = pathMatcher([path])
  return (finding) => ruleMatches(rule, finding.rule) && finding.file !== null && pathFits(finding.file)
}
