import type { ChangedFile, Config, LineRange } from '../../types.ts'
import type { ChangeBlock } from '../change/change-blocks.ts'
import { isLineNumber, nearestRange, rangeDistance } from '../values/ranges.ts'
import type { AnchorIndex } from './anchor-index.ts'
import {
  holdsLines,
  holdsQuote,
  isUnique,
  nearestMasked,
  nearestOccurrence,
  occurrences,
  quoteStrength,
  quotesOf,
  type SourceText,
} from './evidence.ts'
import { asTheFileHasIt } from './quote-spelling.ts'

export interface Claim {
  readonly line: number | null
  readonly endLine: number | null
  readonly evidence: string
  /** Part of the quote is hidden on purpose. */
  readonly masked: boolean
}

export type Anchor =
  | {
      readonly kind: 'placed'
      readonly line: number | null
      readonly endLine: number | null
      /** Whether the lines are still those that the reviewer meant to replace. */
      readonly sameLines: boolean
    }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly reason: string }

/** `strict` keeps only what touches an added line. */
export type Lines = Config['lines']

type RefusalCode = 'evidence_not_found' | 'line_not_changed' | 'no_location'

/** How far from a hunk a finding may stand, and how far from its line a short quote may be. */
const nearLines = 3

/** How deep inside the reported lines the quote may begin before it says more about the place than they do. */
const longRange = 50

const searchLimit = 1000

/** The evidence first, wherever it is in the file; then the place, which must touch the change. */
export function anchorClaim(index: AnchorIndex, claim: Claim, lines: Lines): Anchor {
  if (isAboutFile(index.file, claim.evidence)) return anchorFile(index, claim)
  const quotes = quotesOf(claim.evidence)
  const current = anchorNew(index, quotes.new, claim, lines)
  if (current?.kind === 'placed') return current
  const removed = anchorOld(index, quotes.old, claim, lines)
  if (current !== undefined) return removed !== undefined && isMeant(removed, index, claim.line) ? removed : current
  return removed ?? anchorMasked(index, claim, lines)
}

/** Whether the quote stands in the file, on either side, and says enough to tell one file from another. */
export function isQuotedFrom(index: AnchorIndex, evidence: string): boolean {
  return isLiterallyFrom(index, asTheFileHasIt(index, evidence))
}

export function isLiterallyFrom(index: AnchorIndex, evidence: string): boolean {
  return isIn(index, evidence, (source, quote) => quoteStrength(quote) === 'enough' && holdsQuote(source, quote))
}

/** Whether the quote shows that somebody looked: something is said in it (`a - b`, `i++`), and not one sign alone unless it is a line. */
export function isSeenIn(index: AnchorIndex, evidence: string): boolean {
  return isIn(index, asTheFileHasIt(index, evidence), (source, quote) => {
    const signs = quote.replaceAll(' ', '')
    return /[\p{L}\p{N}]/u.test(signs) && (signs.length > 2 ? holdsQuote(source, quote) : holdsLines(source, quote))
  })
}

/**
 * Whether the quote can speak against a finding: whole lines of the code as it is now, or in the file of the finding more than a
 * name. Of a deleted file there is only what it was. Who refutes leaves no lines out.
 */
export function canRefute(index: AnchorIndex, evidence: string, isOwnFile: boolean): boolean {
  const now = index.new === null ? index : { ...index, old: null }
  return isIn(now, asTheFileHasIt(now, evidence, null, 'part_of_line'), (source, quote) => {
    const strength = quoteStrength(quote)
    if (strength === 'enough' && isOwnFile && /[\p{L}\p{N}_$][^\p{L}\p{N}_$]+[\p{L}\p{N}_$]/u.test(quote))
      return holdsQuote(source, quote)
    return (strength === 'enough' || (isOwnFile && strength === 'weak')) && holdsLines(source, quote)
  })
}

function isIn(index: AnchorIndex, evidence: string, holds: (source: SourceText, quote: string) => boolean): boolean {
  const quotes = quotesOf(evidence)
  const isOn = (source: SourceText | null, side: readonly string[]): boolean =>
    source !== null && side.some((quote) => holds(source, quote))
  return isOn(index.new, quotes.new) || isOn(index.old, quotes.old)
}

/** Code that still stands elsewhere counts as removed only where the reviewer pointed, or pointed to no line of the file. */
function isMeant(anchor: Anchor, index: AnchorIndex, line: number | null): boolean {
  if (anchor.kind === 'refused' || anchor.line === null) return false
  const reported = usableLine(line)
  const last = Math.max(index.new?.starts.length ?? 0, index.old?.starts.length ?? 0)
  return reported === undefined || reported > last || Math.abs(anchor.line - reported) <= nearLines
}

export function isAboutFile(file: ChangedFile, evidence: string): boolean {
  const path = evidence.trim()
  return path === file.path || path === file.oldPath
}

/** A finding about the whole file needs no line; one that it has is kept where it touches the change. */
function anchorFile(index: AnchorIndex, claim: Claim): Anchor {
  const range = reportedRange(claim, index.new)
  if (range === undefined || touchedBlock(index, range) === undefined) return placed(null, null, false)
  return placed(claim.line, endOf(range, claim), true)
}

function anchorNew(index: AnchorIndex, quotes: readonly string[], claim: Claim, lines: Lines): Anchor | undefined {
  const source = index.new
  const quote = source && quotes.find((candidate) => holdsQuote(source, candidate, usableLine(claim.line)))
  if (!source || !quote) return undefined
  const reported = reportedRange(claim, source)
  const found = reported ? nearestOccurrence(source, quote, reported.start) : undirected(index, source, quote)
  if (found === undefined) {
    return refused('no_location', 'The quote is too short to say where it is, and no usable line was given.')
  }
  const moved = sizeOf(claim) === found.end - found.start
  if (reported !== undefined) {
    const vague = rangeDistance(found, reported) > nearLines && isVague(source, quote)
    if (vague || covers(reported, found)) return place(index, reported, endOf(reported, claim), true, lines)
  }
  return place(index, found, moved ? endOf(found, claim) : endIfLonger(found), moved, lines)
}

/** Short quotes are everywhere: one says where it is only if it stands there once, a bracket not even then. */
function isVague(source: SourceText, quote: string): boolean {
  const strength = quoteStrength(quote)
  return strength === 'none' || (strength === 'weak' && !isUnique(source, quote))
}

/** Without a usable line the change decides: the first occurrence in it, else near it, else anywhere. */
function undirected(index: AnchorIndex, source: SourceText, quote: string): LineRange | undefined {
  if (isVague(source, quote)) return undefined
  const found = occurrences(source, quote, searchLimit)
  return (
    found.find((range) => touchedBlock(index, range)) ?? found.find((range) => isNearHunk(index, range)) ?? found[0]
  )
}

/** Code that is gone has no line: its place is where the change put something else, or the line that follows. */
function anchorOld(index: AnchorIndex, quotes: readonly string[], claim: Claim, lines: Lines): Anchor | undefined {
  const source = index.old
  const quote = source && quotes.find((candidate) => holdsQuote(source, candidate))
  if (!source || !quote) return undefined
  const target = { start: usableLine(claim.line) ?? 1, end: usableLine(claim.line) ?? 1 }
  const places = occurrences(source, quote, searchLimit).flatMap((range) => {
    const removal = nearestRange(index.removals, range)
    return removal === undefined || rangeDistance(removal, range) > 0 ? [] : [{ range, block: removal.block }]
  })
  const nearest = places.sort((one, other) => rangeDistance(one.block, target) - rangeDistance(other.block, target))[0]
  if (nearest === undefined) return notChanged()
  if (isVague(source, quote) && rangeDistance(nearest.block, target) > nearLines) {
    return refused('evidence_not_found', 'The quote is too short to say which removed line it is.')
  }
  if (index.file.status === 'deleted') return placed(nearest.range.start, endIfLonger(nearest.range), false)
  if (lines === 'strict' && nearest.block.added === null) return notChanged()
  return placed(clamp(nearest.block.start, index), null, false)
}

/** A hidden secret is still quoted: what is visible of the line stands in it, in order. */
function anchorMasked(index: AnchorIndex, claim: Claim, lines: Lines): Anchor {
  const line = index.new && claim.masked && nearestMasked(index.new, claim.evidence, usableLine(claim.line) ?? 1)
  if (!line) return refused('evidence_not_found', 'The quoted code is nowhere in the file, before or after the change.')
  const found = { start: line, end: line }
  const moved = sizeOf(claim) === 0
  return place(index, found, moved ? endOf(found, claim) : null, moved, lines)
}

function place(index: AnchorIndex, range: LineRange, endLine: number | null, sameLines: boolean, lines: Lines): Anchor {
  const added = nearestRange(index.file.added, range)
  if (added !== undefined && rangeDistance(added, range) === 0) return placed(range.start, endLine, sameLines)
  if (lines === 'strict' || !isNearHunk(index, range)) return notChanged()
  const block = nearestRange(index.blocks, range)
  if (block === undefined) return notChanged()
  const line = clamp(Math.min(Math.max(range.start, block.start), block.end), index)
  return line === range.start ? placed(line, endLine, sameLines) : placed(line, null, false)
}

function isNearHunk(index: AnchorIndex, range: LineRange): boolean {
  const hunk = nearestRange(index.hunks, range)
  return hunk !== undefined && rangeDistance(hunk, range) <= nearLines
}

function touchedBlock(index: AnchorIndex, range: LineRange): ChangeBlock | undefined {
  const block = nearestRange(index.blocks, range)
  return block !== undefined && rangeDistance(block, range) === 0 ? block : undefined
}

/** The reported lines, if they are lines of the file; an end before the start, or none, means the one line. */
function reportedRange({ line, endLine }: Claim, source: SourceText | null): LineRange | undefined {
  const start = usableLine(line)
  const last = source?.starts.length ?? 0
  if (start === undefined || start > last) return undefined
  const end = usableLine(endLine)
  return { start, end: end === undefined || end < start ? start : Math.min(end, last) }
}

function usableLine(line: number | null): number | undefined {
  return isLineNumber(line) ? line : undefined
}

/** Lines after the first that the reviewer named; undefined when it named none. */
function sizeOf({ line, endLine }: Claim): number | undefined {
  const start = usableLine(line)
  return start === undefined ? undefined : Math.max(0, (usableLine(endLine) ?? start) - start)
}

function covers(reported: LineRange, found: LineRange): boolean {
  return rangeDistance(reported, found) === 0 && found.start - reported.start <= longRange
}

/** A reviewer who named one line gets one line back. */
function endOf(range: LineRange, { endLine }: Claim): number | null {
  return endLine === null || (range.end === range.start && usableLine(endLine) === undefined) ? null : range.end
}

function endIfLonger({ start, end }: LineRange): number | null {
  return end > start ? end : null
}

function clamp(line: number, index: AnchorIndex): number {
  return Math.max(1, Math.min(line, index.new?.starts.length ?? line))
}

function placed(line: number | null, endLine: number | null, sameLines: boolean): Anchor {
  return { kind: 'placed', line, endLine, sameLines }
}

function refused(code: RefusalCode, reason: string): Anchor {
  return { kind: 'refused', code, reason }
}

function notChanged(): Anchor {
  return refused('line_not_changed', `The code is neither in the change nor within ${nearLines} lines of it.`)
}
