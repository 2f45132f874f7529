import type { Finding, Severity } from '../types.ts'
import { hashText } from './hash.ts'
import { textWords } from './identity.ts'
import { clusterFindings } from './merge.ts'
import { compareSeverity } from './severity.ts'
import { jaccard } from './words.ts'

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

export interface Cluster {
  readonly members: readonly Claim['id'][]
  readonly representative: Claim['id']
  readonly reviewers: readonly string[]
  /** An estimate, from 0 to 1, that a maintainer would agree. */
  readonly score: number
  /** Whether it is worth showing. */
  readonly kept: boolean
}

/** Every claim in exactly one cluster, the likeliest first. */
export function clusterClaims(claims: readonly Claim[]): readonly Cluster[] {
  const everyone = new Set(claims.map(({ reviewer }) => reviewer)).size
  return groupClaims(claims)
    .map((members) => ({ members, cluster: describe(members, everyone) }))
    .sort((one, other) => other.cluster.score - one.cluster.score || compareWeight(one.members, other.members))
    .map(({ cluster }) => cluster)
}

function describe(members: readonly Claim[], everyone: number): Cluster {
  const reviewers = [...new Set(members.map(({ reviewer }) => reviewer))]
  const score = likelihood(reviewers.length, everyone)
  return {
    members: members.map(({ id }) => id),
    representative: representativeOf(members).id,
    reviewers,
    score: Math.round(score * 1000) / 1000,
    kept: everyone <= tooFewToAgree || score >= worthShowing,
  }
}

/**
 * By how many of all reviewers say it. Fitted to recorded reviews of up to 13 tools on the same changes; among two,
 * silence of the other one says too little to hide anything.
 */
function likelihood(saying: number, everyone: number): number {
  return 1 / (1 + Math.exp(2.5 - (2 * saying) / Math.sqrt(everyone)))
}

const tooFewToAgree = 2
const worthShowing = 0.28

/** Who says most of what the others say; of equals the gravest, then the one with most words. */
function representativeOf(members: readonly Claim[]): Claim {
  const words = members.map(textWords)
  const centrality = words.map((own) => words.reduce((sum, other) => sum + jaccard(own, other), 0))
  const order = members.map((_, index) => index)
  order.sort(
    (one, other) =>
      centrality[other]! - centrality[one]! ||
      compareSeverity(weightOf(members[one]!), weightOf(members[other]!)) ||
      members[other]!.problem.length - members[one]!.problem.length,
  )
  return members[order[0]!]!
}

function compareWeight(one: readonly Claim[], other: readonly Claim[]): number {
  return compareSeverity(gravest(one), gravest(other))
}

function gravest(members: readonly Claim[]): Severity {
  return members.map(weightOf).reduce((worst, severity) => (compareSeverity(severity, worst) < 0 ? severity : worst))
}

const weightOf = ({ severity }: Claim): Severity => severity ?? 'P3'

/** In the order of the input, as are the members. */
function groupClaims(claims: readonly Claim[]): readonly (readonly Claim[])[] {
  return clusterFindings(claims.map(asFinding))
    .map((members) => [...members].sort((one, other) => one - other))
    .sort((one, other) => one[0]! - other[0]!)
    .map((members) => members.map((index) => claims[index]!))
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
  }
}
