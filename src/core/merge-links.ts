import type { Finding } from '../types.ts'
import type { Link } from './cluster.ts'
import { partsOf, textWords } from './identity.ts'
import { rangeDistance } from './ranges.ts'

/** What is compared as one: a finding, with those that its own reviewer said again about the same quote. */
export interface Candidate {
  readonly findings: readonly Finding[]
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
  const byPlace = new Map<string, Candidate[]>()
  for (const single of findings.map((finding) => candidateOf(finding, numbers)).sort(compareCandidates)) {
    const place = `${partsOf(single.findings[0]!.fingerprint).hash} ${single.start} ${single.end} ${single.file}`
    const group = byPlace.get(place) ?? []
    const twin = group.findIndex((other) => isRepetition(other, single))
    if (twin === -1) group.push(single)
    else group[twin] = together(group[twin]!, single)
    byPlace.set(place, group)
  }
  return [...byPlace.values()].flat().sort(compareCandidates)
}

/** The pairs that are similar enough on their own. Sorted by file and line, each looks only as far as it reaches. */
export function linksOf(candidates: readonly Candidate[]): readonly Link[] {
  const links: Link[] = []
  for (let left = 0; left < candidates.length; left += 1) {
    const found = linksFrom(candidates, left)
    if (found.length > neighbourLimit) {
      found.sort((one, other) => other.similarity - one.similarity || one.right - other.right).length = neighbourLimit
    }
    for (const link of found) links.push(link)
  }
  return links
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
  return shared === 0 ? 0 : shared / (one.length + other.length - shared)
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

function linksFrom(candidates: readonly Candidate[], left: number): Link[] {
  const found: Link[] = []
  const first = candidates[left]!
  for (let right = left + 1; right < candidates.length; right += 1) {
    const second = candidates[right]!
    if (!reaches(first, second)) break
    if (!isPair(first, second)) continue
    const value = similarity(first, second)
    if (value >= (first.hasLine && second.hasLine ? similarAtPlace : similarByText)) {
      found.push({ left, right, similarity: value })
    }
  }
  return found
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

function isRepetition(first: Candidate, second: Candidate): boolean {
  return sharesReviewer(first, second) && similarity(first, second) >= repeated
}

function together(first: Candidate, second: Candidate): Candidate {
  return {
    ...first,
    findings: [...first.findings, ...second.findings],
    reviewers: [...new Set([...first.reviewers, ...second.reviewers])],
  }
}

function candidateOf(finding: Finding, numbers: Map<string, number>): Candidate {
  const { file, line, endLine, rule, reviewers } = finding
  const hasLine = file !== null && line !== null
  const words = [...textWords(finding)].map((word) => numberOf(word, numbers)).sort((one, other) => one - other)
  const range = hasLine ? { start: line, end: Math.max(line, endLine ?? line) } : { start: 0, end: Infinity }
  return { findings: [finding], file, ...range, hasLine, hasRule: rule !== null, reviewers, words }
}

function numberOf(word: string, numbers: Map<string, number>): number {
  const known = numbers.get(word)
  if (known !== undefined) return known
  numbers.set(word, numbers.size)
  return numbers.size - 1
}

/** Those without a file first, then by file and line: what reaches further stands earlier. */
function compareCandidates(one: Candidate, other: Candidate): number {
  const [first, second] = [one.findings[0]!, other.findings[0]!]
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
