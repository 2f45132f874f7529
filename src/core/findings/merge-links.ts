import type { Finding } from '../../types.ts'
import { compareText } from '../values/compare-text.ts'
import { rangeDistance } from '../values/ranges.ts'
import type { Link } from './cluster.ts'
import { partsOf } from './identity.ts'
import { evidenceIn, sameVoice } from './same-problem.ts'
import { likeness, type WordVector } from './word-vectors.ts'

/** What is compared as one: a finding, with those that its own reviewer said again about the same quote. */
export interface Candidate {
  readonly finding: Finding
  /** Positions in the input: its own and those of the repetitions. */
  readonly positions: readonly number[]
  readonly file: string | null
  /** From 0 to infinity without a line: near to everything in its file. */
  readonly start: number
  readonly end: number
  readonly hasLine: boolean
  readonly hasRule: boolean
  readonly reviewers: readonly string[]
  readonly vector: WordVector
}

const nearLines = 20

/** One reviewer saying it twice: the same quote in the same lines, and mostly the same words. */
const repeated = 0.65

const voiceLimit = 4

/** Where more stand together than this, the most similar are enough to decide; memory stays linear. */
const neighbourLimit = 64

/** Pairs this far below what is needed can still belong together, by what stands between them. */
const worthLooking = 0.5

/** Those at `positions`, in an order that depends on what they say and not on how they came. `vectors` are those of all texts. */
export function candidatesOf(
  findings: readonly Finding[],
  positions: readonly number[],
  vectors: readonly WordVector[],
): readonly Candidate[] {
  const singles = positions
    .map((position) => candidateOf(findings[position]!, position, vectors[position]!))
    .sort(compareCandidates)
  const candidates: Candidate[] = []
  for (let first = 0, next = 0; first < singles.length; first = next) {
    while (next < singles.length && isSamePlace(singles[first]!, singles[next]!)) next += 1
    candidates.push(...(next - first === 1 ? [singles[first]!] : withoutRepetition(singles.slice(first, next))))
  }
  return candidates
}

/** The pairs worth looking at. Sorted by file and line, each looks only as far as it reaches. `marks` come and go blank. */
export function linksOf(candidates: readonly Candidate[], marks: Float64Array, needed: number): readonly Link[] {
  return candidates.flatMap(({ vector: { words, values } }, left) => {
    for (let at = 0; at < words.length; at += 1) marks[words[at]!] = values[at]!
    const links = linksFrom(candidates, left, marks, needed)
    for (const word of words) marks[word] = 0
    return links
  })
}

export function similarity(first: Candidate, second: Candidate): number {
  return evidenceBetween(first, second, likeness(first.vector, second.vector))
}

function evidenceBetween(first: Candidate, second: Candidate, alike: number): number {
  return sharesReviewer(first, second) ? alike * sameVoice : evidenceIn(alike, first.vector, second.vector)
}

export function compatible(first: readonly Candidate[], second: readonly Candidate[]): boolean {
  return !isOneVoice(first, second) && first.every((one) => second.every((other) => isPair(one, other)))
}

/** `marks` are the words of the one at `left`: looking them up is what makes many comparisons cheap. */
function linksFrom(
  candidates: readonly Candidate[],
  left: number,
  marks: Float64Array,
  needed: number,
): readonly Link[] {
  const first = candidates[left]!
  let found: Link[] = []
  let atLeast = 0
  for (let right = left + 1; right < candidates.length; right += 1) {
    const second = candidates[right]!
    if (!reaches(first, second)) break
    if (!isPair(first, second)) continue
    const value = evidenceBetween(first, second, markedLikeness(second.vector, marks))
    if (value < atLeast || value < worthLooking * needed) continue
    found.push({ left, right, similarity: value })
    if (found.length < 2 * neighbourLimit) continue
    found = mostSimilar(found)
    atLeast = found.at(-1)!.similarity
  }
  return found.length > neighbourLimit ? mostSimilar(found) : found
}

function markedLikeness({ words, values }: WordVector, marks: Float64Array): number {
  let sum = 0
  for (let at = 0; at < words.length; at += 1) sum += marks[words[at]!]! * values[at]!
  return sum
}

function mostSimilar(links: readonly Link[]): Link[] {
  return [...links]
    .sort((one, other) => other.similarity - one.similarity || one.right - other.right)
    .slice(0, neighbourLimit)
}

function reaches(first: Candidate, second: Candidate): boolean {
  return first.file === null || (first.file === second.file && second.start - first.end <= nearLines)
}

/** One place. Two analysers name rules for exact lines: only there can they mean the same. */
function isPair(first: Candidate, second: Candidate): boolean {
  if (sharesReviewer(first, second) && !(isVague(first) && isVague(second))) return false
  if (first.file !== second.file && first.file !== null && second.file !== null) return false
  const distance = rangeDistance(first, second)
  if (first.hasRule && second.hasRule) return distance === 0 && first.hasLine === second.hasLine
  return distance <= nearLines
}

/** Where a reviewer names neither a line nor a rule, only the words tell whether it is the same again. */
function isVague({ hasLine, hasRule }: Candidate): boolean {
  return !hasLine && !hasRule
}

/** Too much by one reviewer is more than one thing; it also keeps clusters small. */
function isOneVoice(first: readonly Candidate[], second: readonly Candidate[]): boolean {
  if (first.length + second.length <= voiceLimit) return false
  const counts = new Map<string, number>()
  for (const members of [first, second]) {
    for (const { reviewers } of members) {
      for (const reviewer of reviewers) counts.set(reviewer, (counts.get(reviewer) ?? 0) + 1)
    }
  }
  return Math.max(...counts.values()) > voiceLimit
}

function sharesReviewer({ reviewers: first }: Candidate, { reviewers: second }: Candidate): boolean {
  return first.length === 1 && second.length === 1
    ? first[0] === second[0]
    : first.some((reviewer) => second.includes(reviewer))
}

function isSamePlace(first: Candidate, second: Candidate): boolean {
  return first.file === second.file && first.start === second.start
}

function withoutRepetition(singles: readonly Candidate[]): readonly Candidate[] {
  const byQuote = new Map<string, Candidate[]>()
  for (const single of singles) {
    const quote = `${partsOf(single.finding.fingerprint).hash} ${single.end}`
    const known = byQuote.get(quote) ?? []
    const twin = known.findIndex(
      (other) => sharesReviewer(other, single) && likeness(other.vector, single.vector) >= repeated,
    )
    if (twin === -1) known.push(single)
    else known[twin] = together(known[twin]!, single)
    byQuote.set(quote, known)
  }
  return [...byQuote.values()].flat().sort(compareCandidates)
}

function together(first: Candidate, second: Candidate): Candidate {
  return {
    ...first,
    positions: [...first.positions, ...second.positions],
    reviewers: [...new Set([...first.reviewers, ...second.reviewers])],
  }
}

function candidateOf(finding: Finding, position: number, vector: WordVector): Candidate {
  const { file, line, endLine, rule, carriedOver } = finding
  const hasLine = file !== null && line !== null
  const range = hasLine ? { start: line, end: Math.max(line, endLine ?? line) } : { start: 0, end: Infinity }
  // What a reviewer said in the last review is no second thing beside what it says now.
  const reviewers = carriedOver ? finding.reviewers.map((reviewer) => `earlier ${reviewer}`) : finding.reviewers
  return { finding, positions: [position], file, ...range, hasLine, hasRule: rule !== null, reviewers, vector }
}

/** Those without a file first, then by file and line: what reaches further stands earlier. */
function compareCandidates(one: Candidate, other: Candidate): number {
  const { finding: first } = one
  const { finding: second } = other
  return (
    compareText(one.file ?? '', other.file ?? '') ||
    one.start - other.start ||
    compareText(first.title, second.title) ||
    compareText(first.problem, second.problem) ||
    compareText(one.reviewers.join(), other.reviewers.join()) ||
    compareText(first.id, second.id)
  )
}
