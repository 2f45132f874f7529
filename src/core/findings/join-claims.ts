import type { DiscardedFinding } from '../../types.ts'
import { normaliseQuote } from '../evidence/evidence.ts'
import { wordForWord } from '../values/words.ts'
import { isUnplaced } from './discard-reasons.ts'
import { partsOf } from './identity.ts'
import { groupOf, mergeGroup, saysTheSame } from './merge.ts'

/**
 * One claim, and one id to decide, for what several reviewers say of a file and nobody can place. `known`: ids that people may have
 * seen; a joined claim keeps such an id.
 */
export function joinClaims(
  claims: readonly DiscardedFinding[],
  known: ReadonlySet<string>,
): { readonly joined: readonly DiscardedFinding[]; readonly duplicates: readonly DiscardedFinding[] } {
  const results = groupClaims(claims).map((members) => joinGroup(members, known))
  return { joined: results.map(({ claim }) => claim), duplicates: results.flatMap(({ duplicates }) => duplicates) }
}

function groupClaims(claims: readonly DiscardedFinding[]): readonly (readonly DiscardedFinding[])[] {
  const groups: DiscardedFinding[][] = []
  for (const claim of claims) {
    const open = groups.filter((members) => members.every((member) => isByOthers(member, claim)))
    const same =
      open.find((members) => members.some((member) => isSameQuote(member, claim))) ??
      open.find((members) => members.some((member) => isSameTitle(member, claim)))
    if (same === undefined) groups.push([claim])
    else same.push(claim)
  }
  return groups
}

/** Whoever says something twice in one review means two things. */
function isByOthers(one: DiscardedFinding, other: DiscardedFinding): boolean {
  if (!isUnplaced(one) || !isUnplaced(other) || one.file !== other.file) return false
  const isOneEarlier = (one.carriedOver === true) !== (other.carriedOver === true)
  return isOneEarlier || !one.reviewers.some((name) => other.reviewers.includes(name))
}

/** The same line may be wrong in two ways. */
function isSameQuote(one: DiscardedFinding, other: DiscardedFinding): boolean {
  const hasQuote = quoteOf(one) !== '' && quoteOf(one) === quoteOf(other)
  const isSameHash = partsOf(one.fingerprint).hash === partsOf(other.fingerprint).hash
  return hasQuote && (isSameHash || saysTheSame(one, other))
}

function isSameTitle(one: DiscardedFinding, other: DiscardedFinding): boolean {
  if (wordForWord(one.title) !== wordForWord(other.title)) return false
  const quotes = new Set([quoteOf(one), quoteOf(other)])
  return quotes.size === 1 || quotes.has('') || saysTheSame(one, other)
}

const quoteOf = ({ evidence }: DiscardedFinding): string => normaliseQuote(evidence ?? '')

function joinGroup(members: readonly DiscardedFinding[], known: ReadonlySet<string>) {
  const group = groupOf(members, [...members.keys()])
  const { merged, duplicates } = mergeGroup(
    group,
    members.find(({ id }) => known.has(id)),
  )
  const { code, reason } = members[group.position]!
  return { claim: { ...merged, code, reason }, duplicates }
}
