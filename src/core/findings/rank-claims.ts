import type { Finding, Severity } from '../../types.ts'
import { hashText } from '../values/hash.ts'
import { likelihood, type Standing, worthShowing } from './claim-score.ts'
import { clusterFindings, textVectors } from './merge.ts'
import { compareSeverity } from './severity.ts'
import { likeness, type WordVector } from './word-vectors.ts'

/** What a reviewer says, as far as it is needed to find out who says the same. */
export interface Claim {
  readonly id: string | number
  readonly reviewer: string
  readonly file: string | null
  readonly line: number | null
  readonly severity: Severity | null
  readonly title: string
  readonly problem: string
}

/** The same as others say it: what they do not know is left out or null, and the severity is in their words. */
export interface GivenClaim extends Pick<Claim, 'id' | 'reviewer' | 'problem'> {
  readonly file?: string | null
  readonly line?: number | null
  readonly severity?: string | null
  readonly title?: string | null
}

/** What all reviewers say about one change. */
export interface Claims {
  readonly findings: readonly GivenClaim[]
}

export interface Clusters {
  readonly clusters: readonly Cluster[]
}

export interface Cluster {
  readonly members: readonly Claim['id'][]
  readonly representative: Claim['id']
  readonly reviewers: readonly string[]
  /** An estimate, from 0 to 1, that a maintainer would agree. */
  readonly score: number
  /** Whether it is worth showing. */
  readonly kept: boolean
}

/** A claim in a cluster, and how likely it is on its own. */
interface Member {
  readonly claim: Claim
  readonly likelihood: number
}

/** Every claim in exactly one cluster, the likeliest first. */
export function clusterClaims(claims: readonly Claim[]): readonly Cluster[] {
  const everyone = new Set(claims.map(({ reviewer }) => reviewer)).size
  return claimStandings(claims)
    .map((members) => members.map(({ claim, standing }) => ({ claim, likelihood: likelihood(standing) })))
    .map((members) => ({ members, cluster: describe(members, everyone) }))
    .sort((one, other) => other.cluster.score - one.cluster.score || compareWeight(one.members, other.members))
    .map(({ cluster }) => cluster)
}

/** Which claims say the same, in the order of the input, and what speaks for each. */
export function claimStandings(
  claims: readonly Claim[],
  needed?: number,
): readonly (readonly { readonly claim: Claim; readonly standing: Standing }[])[] {
  const vectors = textVectors(claims)
  const counts = new Map<string, number>()
  for (const { reviewer } of claims) counts.set(reviewer, (counts.get(reviewer) ?? 0) + 1)
  return groupClaims(claims, vectors, needed).map((group) =>
    group.map((position) => {
      const claim = claims[position]!
      const support = supportOf(position, group, claims, vectors)
      const words = vectors[position]!.words.length
      return { claim, standing: { ...support, everyone: counts.size, claims: counts.get(claim.reviewer)!, words } }
    }),
  )
}

/** Each of the other reviewers counts by what it says most alike. */
function supportOf(
  position: number,
  group: readonly number[],
  claims: readonly Claim[],
  vectors: readonly WordVector[],
): Pick<Standing, 'agreeing' | 'closeness'> {
  const closest = new Map<string, number>()
  for (const other of group) {
    const { reviewer } = claims[other]!
    if (reviewer === claims[position]!.reviewer) continue
    closest.set(reviewer, Math.max(closest.get(reviewer) ?? 0, likeness(vectors[position]!, vectors[other]!)))
  }
  const sum = [...closest.values()].reduce((total, value) => total + value, 0)
  return { agreeing: closest.size, closeness: closest.size === 0 ? 0 : sum / closest.size }
}

function describe(members: readonly Member[], everyone: number): Cluster {
  const { claim, likelihood } = members.reduce((best, member) => (outranks(member, best) ? member : best))
  const score = Math.round(likelihood * 1000) / 1000
  return {
    members: members.map(({ claim: { id } }) => id),
    representative: claim.id,
    reviewers: [...new Set(members.map(({ claim: { reviewer } }) => reviewer))],
    score,
    kept: score >= worthShowing(everyone),
  }
}

/** The likeliest speaks for all; of equals the gravest, then the one with most to say. */
function outranks(member: Member, best: Member): boolean {
  const order =
    best.likelihood - member.likelihood ||
    compareSeverity(weightOf(member.claim), weightOf(best.claim)) ||
    best.claim.problem.length - member.claim.problem.length
  return order < 0
}

function compareWeight(one: readonly Member[], other: readonly Member[]): number {
  return compareSeverity(gravest(one), gravest(other))
}

function gravest(members: readonly Member[]): Severity {
  return members
    .map(({ claim }) => weightOf(claim))
    .reduce((worst, severity) => (compareSeverity(severity, worst) < 0 ? severity : worst))
}

const weightOf = ({ severity }: Claim): Severity => severity ?? 'P3'

/** Positions, in the order of the input, as are the members. */
function groupClaims(
  claims: readonly Claim[],
  vectors: readonly WordVector[],
  needed?: number,
): readonly (readonly number[])[] {
  return clusterFindings(claims.map(asFinding), vectors, needed)
    .map((members) => [...members].sort((one, other) => one - other))
    .sort((one, other) => one[0]! - other[0]!)
}

/** Only what is compared matters; the rest of a finding is left empty. */
function asFinding({ reviewer, file, line, severity, title, problem }: Claim): Finding {
  return {
    id: '',
    // The same words of the same reviewer in the same place are one.
    fingerprint: `${hashText(`${title}\0${problem}`)}:1`,
    severity: severity ?? 'P3',
    blocking: false,
    category: '',
    rule: null,
    title,
    file,
    line,
    endLine: null,
    problem,
    impact: null,
    fix: null,
    suggestion: null,
    evidence: null,
    confidence: 1,
    reviewers: [reviewer],
    agreement: 1,
    reportedLine: null,
    verification: null,
  }
}
