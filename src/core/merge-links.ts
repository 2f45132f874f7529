import type { Finding } from '../types.ts'
import type { Link } from './cluster.ts'
import { partsOf, textWords } from './identity.ts'
import { rangeDistance } from './ranges.ts'

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
  /** Its words as numbers, ascending. */
  readonly words: readonly number[]
}

/** Measured on recorded reviews of many tools on the same changes: below, different problems fall together. */
const nearLines = 20
const similarAtPlace = 0.1
const similarByText = 0.12

/** One reviewer saying it twice: the same quote in the same lines, and mostly the same words. */
const repeated = 0.5

/** Where more stand together than this, the most similar are enough to decide; memory stays linear. */
const neighbourLimit = 64

/** In an order that depends on what the findings say and not on how they came. */
export function candidatesOf(findings: readonly Finding[]): readonly Candidate[] {
  const numbers = new Map<string, number>()
  const singles = findings.map((finding, position) => candidateOf(finding, position, numbers)).sort(compareCandidates)
  const candidates: Candidate[] = []
  for (let first = 0, next = 0; first < singles.length; first = next) {
    while (next < singles.length && isSamePlace(singles[first]!, singles[next]!)) next += 1
    candidates.push(...(next - first === 1 ? [singles[first]!] : withoutRepetition(singles.slice(first, next))))
  }
  return candidates
}

/** The pairs that are similar enough on their own. Sorted by file and line, each looks only as far as it reaches. */
export function linksOf(candidates: readonly Candidate[]): readonly Link[] {
  const last = candidates.reduce((highest, { words }) => Math.max(highest, words.at(-1) ?? 0), 0)
  const marks = new Uint8Array(last + 1)
  return candidates.flatMap(({ words }, left) => {
    for (const word of words) marks[word] = 1
    const links = linksFrom(candidates, left, marks)
    for (const word of words) marks[word] = 0
    return links
  })
}

/** Shared words over all words. */
export function similarity(first: Candidate, second: Candidate): number {
  const [one, other] = [first.words, second.words]
  let shared = 0
  for (let left = 0, right = 0; left < one.length && right < other.length; ) {
    const difference = one[left]! - other[right]!
    if (difference === 0) shared += 1
    if (difference <= 0) left += 1
    if (difference >= 0) right += 1
  }
  return ratio(shared, first, second)
}

export function compatible(first: readonly Candidate[], second: readonly Candidate[]): boolean {
  return first.every((one) => second.every((other) => isPair(one, other)))
}

/** Text that has to decide alone has to be more alike. */
export function neededSimilarity(first: readonly Candidate[], second: readonly Candidate[]): number {
  return first.every(({ hasLine }) => hasLine) && second.every(({ hasLine }) => hasLine)
    ? similarAtPlace
    : similarByText
}

/** `marks` are the words of the one at `left`: counting them is what makes many comparisons cheap. */
function linksFrom(candidates: readonly Candidate[], left: number, marks: Uint8Array): readonly Link[] {
  const first = candidates[left]!
  let found: Link[] = []
  let atLeast = 0
  for (let right = left + 1; right < candidates.length; right += 1) {
    const second = candidates[right]!
    if (!reaches(first, second)) break
    if (!isPair(first, second)) continue
    const value = ratio(countMarked(second.words, marks), first, second)
    if (value < atLeast || value < (first.hasLine && second.hasLine ? similarAtPlace : similarByText)) continue
    found.push({ left, right, similarity: value })
    if (found.length < 2 * neighbourLimit) continue
    found = mostSimilar(found)
    atLeast = found.at(-1)!.similarity
  }
  return found.length > neighbourLimit ? mostSimilar(found) : found
}

function countMarked(words: readonly number[], marks: Uint8Array): number {
  let count = 0
  for (const word of words) count += marks[word]!
  return count
}

function ratio(shared: number, first: Candidate, second: Candidate): number {
  return shared === 0 ? 0 : shared / (first.words.length + second.words.length - shared)
}

function mostSimilar(links: readonly Link[]): Link[] {
  return [...links]
    .sort((one, other) => other.similarity - one.similarity || one.right - other.right)
    .slice(0, neighbourLimit)
}

function reaches(first: Candidate, second: Candidate): boolean {
  return first.file === null || (first.file === second.file && second.start - first.end <= nearLines)
}

/** Different reviewers, one place. Two analysers name rules for exact lines: only there can they mean the same. */
function isPair(first: Candidate, second: Candidate): boolean {
  if (sharesReviewer(first, second)) return false
  if (first.file !== second.file && first.file !== null && second.file !== null) return false
  const distance = rangeDistance(first, second)
  if (first.hasRule && second.hasRule) return distance === 0 && first.hasLine === second.hasLine
  return distance <= nearLines
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
    const twin = known.findIndex((other) => sharesReviewer(other, single) && similarity(other, single) >= repeated)
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

function candidateOf(finding: Finding, position: number, numbers: Map<string, number>): Candidate {
  const { file, line, endLine, rule, reviewers } = finding
  const hasLine = file !== null && line !== null
  const words = [...textWords(finding)].map((word) => numberOf(word, numbers)).sort((one, other) => one - other)
  const range = hasLine ? { start: line, end: Math.max(line, endLine ?? line) } : { start: 0, end: Infinity }
  return { finding, positions: [position], file, ...range, hasLine, hasRule: rule !== null, reviewers, words }
}

function numberOf(word: string, numbers: Map<string, number>): number {
  const known = numbers.get(word)
  if (known !== undefined) return known
  numbers.set(word, numbers.size)
  return numbers.size - 1
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

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
