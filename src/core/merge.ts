import type { DiscardedFinding, Finding } from '../types.ts'
import { averageLink } from './cluster.ts'
import { partsOf, withUniqueNames } from './identity.ts'
import { type Candidate, candidatesOf, compatible, linksOf, neededSimilarity, similarity } from './merge-links.ts'
import { compareSeverity } from './severity.ts'

/**
 * One finding for what several reviewers say about the same thing. The order of the input decides nothing but the order
 * of the output: every input is a survivor or a duplicate that names its survivor.
 */
export function mergeFindings(findings: readonly Finding[]): { merged: Finding[]; duplicates: DiscardedFinding[] } {
  const named = withUniqueNames(findings)
  const groups = clusterFindings(named)
    .map((positions) => groupOf(named, positions))
    .sort((one, other) => one.position - other.position)
  const results = groups.map(mergeGroup)
  return { merged: results.map(({ merged }) => merged), duplicates: results.flatMap(({ duplicates }) => duplicates) }
}

/** Which findings say the same: their positions in the input, each in exactly one cluster. */
export function clusterFindings(findings: readonly Finding[]): readonly (readonly number[])[] {
  const candidates = candidatesOf(findings)
  const pick = (members: readonly number[]): readonly Candidate[] => members.map((member) => candidates[member]!)
  const clusters = averageLink(candidates.length, linksOf(candidates), {
    threshold: (first, second) => neededSimilarity(pick(first), pick(second)),
    compatible: (first, second) => compatible(pick(first), pick(second)),
    similarity: (left, right) => similarity(candidates[left]!, candidates[right]!),
  })
  return clusters.map((members) => pick(members).flatMap(({ positions }) => positions))
}

interface Group {
  readonly members: readonly Finding[]
  readonly survivor: Finding
  readonly position: number
}

/** The gravest survives, then the surest, then the one that says how to mend it. */
function groupOf(findings: readonly Finding[], positions: readonly number[]): Group {
  const position = positions.reduce((best, other) => (outranks(findings[other]!, findings[best]!) ? other : best))
  return { members: positions.map((at) => findings[at]!), survivor: findings[position]!, position }
}

function outranks(finding: Finding, best: Finding): boolean {
  const order =
    compareSeverity(finding.severity, best.severity) ||
    best.confidence - finding.confidence ||
    Number(best.suggestion !== null) - Number(finding.suggestion !== null)
  return order < 0
}

function mergeGroup({ members, survivor }: Group): { merged: Finding; duplicates: DiscardedFinding[] } {
  if (members.length === 1) return { merged: survivor, duplicates: [] }
  const name = firstName(members, survivor)
  const reviewers = [...new Set(members.flatMap((finding) => finding.reviewers))].sort()
  const blocker = members.find((finding) => finding.blocking && finding.severity === survivor.severity)
  const merged: Finding = {
    ...survivor,
    ...nameOf(name),
    blocking: survivor.blocking || blocker !== undefined,
    impact: survivor.impact ?? blocker?.impact ?? null,
    reviewers,
    agreement: reviewers.length,
  }
  const duplicates = members
    .filter((finding) => finding !== survivor)
    .map((finding) => asDuplicate(finding === name ? { ...finding, ...nameOf(survivor) } : finding, merged))
  return { merged, duplicates }
}

/**
 * Two reviewers with the same quote share a hash and differ in the number. Whoever survives carries the lowest, so that
 * the name is the same next time, when perhaps only one of them speaks.
 */
function firstName(members: readonly Finding[], survivor: Finding): Finding {
  const { hash } = partsOf(survivor.fingerprint)
  return members
    .filter((finding) => partsOf(finding.fingerprint).hash === hash)
    .reduce((first, finding) => (numberOf(finding) < numberOf(first) ? finding : first), survivor)
}

function numberOf(finding: Finding): number {
  return partsOf(finding.fingerprint).occurrence
}

function nameOf({ id, fingerprint }: Finding): Pick<Finding, 'id' | 'fingerprint'> {
  return { id, fingerprint }
}

function asDuplicate(finding: Finding, survivor: Finding): DiscardedFinding {
  const who = finding.reviewers.join(', ')
  return { ...finding, code: 'duplicate', reason: `${who} says the same as ${survivor.id}, which stands for both.` }
}
