import type { DiscardedFinding, Finding, OtherClaim } from '../../types.ts'
import { given } from '../values/given.ts'
import { positionsBy } from '../values/positions-by.ts'
import { wordForWord } from '../values/words.ts'
import { averageLink, type Link } from './cluster.ts'
import { partsOf, withUniqueNames } from './identity.ts'
import { type Candidate, candidatesOf, compatible, linksOf, similarity } from './merge-links.ts'
import { enoughEvidence } from './same-problem.ts'
import { compareSeverity } from './severity.ts'
import { blankMarks, type WordVector, wordVectors } from './word-vectors.ts'

/**
 * One finding for what several reviewers say about the same thing. The order of the input decides nothing but the order
 * of the output: every input is a survivor or a duplicate that names its survivor.
 */
export function mergeFindings(findings: readonly Finding[]): { merged: Finding[]; duplicates: DiscardedFinding[] } {
  const named = withUniqueNames(findings)
  const groups = clusterFindings(named)
    .map((positions) => groupOf(named, positions))
    .sort((one, other) => one.position - other.position)
  const results = groups.map((group) => mergeGroup(group))
  return { merged: results.map(({ merged }) => merged), duplicates: results.flatMap(({ duplicates }) => duplicates) }
}

/** Which findings say the same: their positions in the input, each in exactly one cluster. */
export function clusterFindings(
  findings: readonly Finding[],
  vectors: readonly WordVector[] = textVectors(findings),
  needed = enoughEvidence,
): readonly (readonly number[])[] {
  const marks = blankMarks(vectors)
  return withinReach(findings).flatMap((positions) => {
    if (positions.length === 1) return [positions]
    const candidates = candidatesOf(findings, positions, vectors)
    return clusterCandidates(candidates, linksOf(candidates, marks, needed), needed)
  })
}

/** Whether two findings are about the same thing, whoever said them and when. */
export function saysTheSame(one: Finding, other: Finding): boolean {
  const pair = [one, other].map((finding, index) => ({ ...finding, reviewers: [String(index)] }))
  return clusterFindings(pair).length === 1
}

/** Findings in different files never meet; only one without a file stands between them. Apart, each takes little memory. */
function withinReach(findings: readonly Finding[]): readonly (readonly number[])[] {
  if (findings.some(({ file }) => file === null)) return [findings.map((_, position) => position)]
  return positionsBy(findings, ({ file }) => file)
}

function clusterCandidates(
  candidates: readonly Candidate[],
  links: readonly Link[],
  needed: number,
): readonly (readonly number[])[] {
  const pick = (members: readonly number[]): readonly Candidate[] => members.map((member) => candidates[member]!)
  const clusters = averageLink(candidates.length, links, {
    threshold: () => needed,
    compatible: (first, second) => compatible(pick(first), pick(second)),
    similarity: (left, right) => similarity(candidates[left]!, candidates[right]!),
  })
  return clusters.map((members) => pick(members).flatMap(({ positions }) => positions))
}

/** What findings are compared by. */
export function textVectors(findings: readonly Pick<Finding, 'title' | 'problem'>[]): readonly WordVector[] {
  return wordVectors(findings.map(({ title, problem }) => `${title} ${problem}`))
}

interface Group {
  readonly members: readonly Finding[]
  readonly survivor: Finding
  readonly position: number
}

/** The gravest survives, then the one that blocks, then the surest, then the one with a suggestion. */
export function groupOf(findings: readonly Finding[], positions: readonly number[]): Group {
  const position = positions.reduce((best, other) => (outranks(findings[other]!, findings[best]!) ? other : best))
  return { members: positions.map((at) => findings[at]!), survivor: findings[position]!, position }
}

function outranks(finding: Finding, best: Finding): boolean {
  const order =
    compareSeverity(finding.severity, best.severity) ||
    Number(best.blocking) - Number(finding.blocking) ||
    best.confidence - finding.confidence ||
    Number(best.suggestion !== null) - Number(finding.suggestion !== null)
  return order < 0
}

/** `name`: whose name the merged finding has. */
export function mergeGroup(
  { members, survivor }: Group,
  name: Finding = firstName(members, survivor),
): { merged: Finding; duplicates: DiscardedFinding[] } {
  if (members.length === 1) return { merged: survivor, duplicates: [] }
  const reviewers = [...new Set(members.flatMap((finding) => finding.reviewers))].sort()
  const others = members
    .filter((finding) => finding !== survivor)
    .map((finding) => (finding === name ? { ...finding, ...nameOf(survivor) } : finding))
  const { carriedOver: _earlier, reported: _reported, ...said } = survivor
  const merged: Finding = {
    ...said,
    ...nameOf(name),
    reviewers,
    agreement: reviewers.length,
    confidence: agreedConfidence(survivor.confidence, reviewers.length),
    verification:
      survivor.verification ?? members.find(({ verification }) => verification !== null)?.verification ?? null,
    ...given({ reported: gravestReport(survivor, others) }),
    ...otherClaims(survivor, others),
    ...(members.every(({ carriedOver }) => carriedOver) ? { carriedOver: true } : {}),
  }
  return { merged, duplicates: others.map((finding) => asDuplicate(finding, merged)) }
}

/** What was said of it before the house had its say, in this review or in an earlier one. */
function gravestReport(survivor: Finding, others: readonly Finding[]): Finding['reported'] {
  const said = [survivor, ...others.filter(({ carriedOver }) => carriedOver)]
  if (said.every(({ reported }) => reported === undefined)) return undefined
  const reports = said.map(({ reported, severity, blocking }) => reported ?? { severity, blocking })
  return reports.reduce((gravest, other) => (compareSeverity(other.severity, gravest.severity) < 0 ? other : gravest))
}

/** Each once, less what the survivor says word for word. */
export function otherClaims(survivor: Finding, others: readonly Finding[]): Pick<Finding, 'otherClaims'> {
  const wordsOf = ({ title, problem }: OtherClaim): string => wordForWord(`${title} ${problem}`)
  const known = new Set([wordsOf(survivor)])
  const claims = [survivor, ...others]
    .flatMap(({ title, problem, otherClaims: joined = [] }) => [{ title, problem }, ...joined])
    .filter((claim) => {
      const isNew = !known.has(wordsOf(claim))
      known.add(wordsOf(claim))
      return isNew
    })
  return claims.length === 0 ? {} : { otherClaims: claims }
}

/**
 * What a second reviewer says as well is about four times as likely to be right (recorded reviews of 15 tools on the same
 * changes), so each who agrees multiplies the odds. Never certain.
 */
export function agreedConfidence(confidence: number, agreement: number): number {
  if (agreement <= 1 || confidence >= mostConfidence) return confidence
  const odds = (confidence / (1 - confidence)) * oddsPerReviewer ** (agreement - 1)
  return Math.min(mostConfidence, Math.round((odds / (1 + odds)) * 100) / 100)
}

const oddsPerReviewer = 3.7
const mostConfidence = 0.99

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
  const reason = `${who} says the same as ${survivor.id}, which stands for both.`
  return { ...finding, code: 'duplicate', reason, duplicateOf: survivor.id }
}
