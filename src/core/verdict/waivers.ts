import type { DiscardedFinding, Finding, Waiver } from '../../types.ts'
import { saysTheSame } from '../findings/merge.ts'
import { pathMatcher, ruleMatches } from './house-rules.ts'

export interface WaiverResult<T extends Finding> {
  readonly kept: readonly T[]
  readonly waived: readonly DiscardedFinding[]
  /** One sentence for each waiver that has expired, and for each that does not cover what has its id now. */
  readonly notices: readonly string[]
}

/** Waived findings are kept with the waiver's reason. `today` is 'YYYY-MM-DD'; a waiver works through its last day. */
export function applyWaivers<T extends Finding>(
  findings: readonly T[],
  waivers: readonly Waiver[],
  today: string,
): WaiverResult<T> {
  const matchers = waivers
    .filter((waiver) => !isExpired(waiver, today))
    .map((waiver) => ({ waiver, matches: waiverMatcher(waiver) }))
  const kept: T[] = []
  const waived: DiscardedFinding[] = []
  for (const finding of findings) {
    const match = matchers.find(({ matches }) => matches(finding))
    if (match === undefined) kept.push(finding)
    else waived.push({ ...finding, code: 'waived', reason: `Waived: ${match.waiver.reason}` })
  }
  const expired = waivers.filter((waiver) => isExpired(waiver, today)).map(expiry)
  return { kept, waived, notices: [...expired, ...kept.flatMap((finding) => uncovered(finding, matchers))] }
}

/** Whether one that held on a day no longer does. */
export function hasRunOut(waivers: readonly Waiver[], then: string, today: string): boolean {
  return waivers.some((waiver) => !isExpired(waiver, then) && isExpired(waiver, today))
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

/** What has the id of a waiver and is not what was waived. */
function uncovered(finding: Finding, matchers: readonly { readonly waiver: Waiver }[]): readonly string[] {
  const named = matchers.find(({ waiver }) => waiver.id === finding.id)?.waiver
  if (named === undefined) return []
  const { id, severity, title } = finding
  if (named.title !== null) return [`The waiver for ${id} does not cover what is found there now: ${title}`]
  return [`The waiver for ${id} does not cover a ${severity} unless it says which: title: ${JSON.stringify(title)}`]
}

/** A rule always says the same. An agent may say something else about the same code, and a waiver must not hide that. */
function isMeant({ title }: Waiver, finding: Finding): boolean {
  if (finding.rule !== null) return true
  if (title === null) return finding.severity === 'P2' || finding.severity === 'P3'
  return saysTheSame({ ...finding, title, problem: title }, finding)
}

/** A rule needs its path: one without the other waives nothing. */
function waiverMatcher(waiver: Waiver): (finding: Finding) => boolean {
  const { id, rule, path } = waiver
  if (id !== null) return (finding) => finding.id === id && isMeant(waiver, finding)
  if (rule === null || path === null) return () => false
  const pathFits = pathMatcher([path])
  return (finding) => ruleMatches(rule, finding.rule) && finding.file !== null && pathFits(finding.file)
}
