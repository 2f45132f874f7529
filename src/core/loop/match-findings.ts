import type { Finding } from '../../types.ts'
import { normaliseQuote } from '../evidence/evidence.ts'
import { partsOf, withUniqueNames } from '../findings/identity.ts'
import { clusterFindings, saysTheSame } from '../findings/merge.ts'
import { duplicateFindings } from '../outside/duplicate-findings.ts'
import { overlaps, type QuotedCode } from './code-place.ts'
import { isActive } from './entry-status.ts'
import type { LedgerEntry } from './types.ts'

// Which entry of the ledger a finding is about. Code and its place come before words: two quotes that stand in the same
// tree are two findings, whatever is said of them.

interface Raised {
  readonly findings: readonly Finding[]
  readonly code: QuotedCode | undefined
  /** It was gathered on a pull request, where the same is told by other rules. */
  readonly isComplete: boolean
}

export interface Matches {
  readonly entryOf: (finding: Finding) => LedgerEntry | undefined
  /** Whether it is the same quote at the same place, and the same is said of it. */
  readonly isSame: (entry: LedgerEntry, finding: Finding) => boolean
  /** Whether it quotes code that was there, as it is, at all reviews since the entry was raised. */
  readonly hasStood: (entry: LedgerEntry, finding: Finding) => boolean
  /** Entries that say the same of other code, beside which this one stood at an earlier review. */
  readonly siblingsOf: (finding: Finding) => readonly LedgerEntry[]
  /** Findings without an entry, as they were raised, and under ids that no other finding has. */
  readonly unknown: readonly (readonly [raised: Finding, named: Finding])[]
}

export function matchFindings(ledger: readonly LedgerEntry[], { findings, code, isComplete }: Raised): Matches {
  const raised = new Map(code?.raised.map((each) => [each.id, each]))
  const standing = new Map(code?.standing.map(({ id, place }) => [id, place]))
  const isInPlace = (entry: LedgerEntry, { id }: Finding) => {
    const [here, there] = [raised.get(id)?.place, standing.get(entry.id)]
    return here !== undefined && there !== undefined && overlaps(here, there)
  }
  const areApart = (entry: LedgerEntry, finding: Finding) => {
    const quoted = raised.get(finding.id)
    if (quoted === undefined || entry.code === undefined) return false
    if (standing.has(entry.id)) return !isInPlace(entry, finding)
    const { code: last } = entry
    const then = quoted.stood.find(({ tree }) => tree === last.tree)
    return then !== undefined && !overlaps(then, last)
  }
  const matched = new Map<string, LedgerEntry>()
  const taken = new Set<string>()
  const match = (finding: Finding, entry: LedgerEntry | undefined): void => {
    if (entry === undefined || matched.has(finding.id) || taken.has(entry.id)) return
    matched.set(finding.id, entry)
    taken.add(entry.id)
  }
  const free = () => ledger.filter(({ id }) => !taken.has(id))
  for (const each of findings)
    match(
      each,
      free().find((entry) => isInPlace(entry, each) && isSameQuote(entry, each)),
    )
  for (const each of findings)
    match(
      each,
      free().find((entry) => entry.id === each.id && !areApart(entry, each)),
    )
  const mayBe = (entry: LedgerEntry, each: Finding) => !matched.has(each.id) && !areApart(entry, each)
  const entries = free().filter((entry) => findings.some((each) => mayBe(entry, each)))
  const open = findings.filter((each) => entries.some((entry) => mayBe(entry, each)))
  for (const [each, entry] of sameWords(entries, open, isComplete)) if (mayBe(entry, each)) match(each, entry)
  const unmatched = findings.filter(({ id }) => !matched.has(id))
  const names = withUniqueNames([...ledger.map(({ id, finding }) => ({ ...finding, id })), ...unmatched])
  return {
    entryOf: ({ id }) => matched.get(id),
    isSame: (entry, finding) =>
      (isInPlace(entry, finding) || isSameNumber(entry, finding, ledger)) && isSaidOf(entry, finding),
    hasStood: (entry, finding) => isInPlace(entry, finding) && entry.code?.isGone !== true,
    siblingsOf: (finding) => ledger.filter((entry) => areApart(entry, finding) && isSaidOf(entry, finding)),
    unknown: unmatched.map((finding, index) => [finding, names[ledger.length + index] ?? finding] as const),
  }
}

/** The same kind of finding with the same quote, also where its file has another name now. */
function isSameQuote({ finding: known }: LedgerEntry, finding: Finding): boolean {
  if (partsOf(known.fingerprint).hash === partsOf(finding.fingerprint).hash) return true
  const quoteOf = ({ evidence }: Finding) => normaliseQuote(evidence ?? '')
  const kindOf = ({ rule, category }: Finding) => rule ?? category.trim().toLowerCase()
  return quoteOf(known) !== '' && quoteOf(known) === quoteOf(finding) && kindOf(known) === kindOf(finding)
}

/** Numbers of the same code elsewhere in the file change when one of them is fixed. */
function isSameNumber({ id, finding: known }: LedgerEntry, finding: Finding, ledger: readonly LedgerEntry[]): boolean {
  if (finding.fingerprint !== known.fingerprint) return false
  const { hash } = partsOf(known.fingerprint)
  const isAlone = !ledger.some((other) => other.id !== id && partsOf(other.finding.fingerprint).hash === hash)
  return isAlone || finding.line === known.line
}

/** Whether an entry says the same in words, wherever it does. */
function isSaidOf({ finding: known }: LedgerEntry, finding: Finding): boolean {
  const { file, line, endLine } = finding
  return saysTheSame({ ...known, file, line, endLine }, finding)
}

/** What says the same near the same place, since a fix that does not help changes the quoted line. */
function sameWords(
  entries: readonly LedgerEntry[],
  findings: readonly Finding[],
  isComplete: boolean,
): readonly (readonly [Finding, LedgerEntry])[] {
  const known = entries.map(({ finding }) => ({ ...finding, reviewers: ['earlier'] }))
  const grouped = isComplete ? duplicateFindings : clusterFindings
  const groups = grouped([...known, ...findings.map((finding) => ({ ...finding, reviewers: ['now'] }))])
  return groups.flatMap((group) => {
    const finding = group.map((position) => findings[position - known.length]).find((found) => found !== undefined)
    if (finding === undefined) return []
    const [entry] = group.flatMap((position) => entries[position] ?? []).sort(byCloseness(finding))
    return entry === undefined ? [] : [[finding, entry] as const]
  })
}

/** What is still open first: it must not be taken for something that was settled. Then what was nearest. */
function byCloseness(finding: Finding): (one: LedgerEntry, other: LedgerEntry) => number {
  const away = ({ finding: { line } }: LedgerEntry) => Math.abs((line ?? 0) - (finding.line ?? 0))
  return (one, other) => Number(isActive(other)) - Number(isActive(one)) || away(one) - away(other)
}
