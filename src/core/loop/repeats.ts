import type { Finding } from '../../types.ts'
import { normaliseQuote, quoteStrength } from '../evidence/evidence.ts'
import { otherClaims, saysTheSame } from '../findings/merge.ts'
import { compareSeverity } from '../findings/severity.ts'
import { wordForWord } from '../values/words.ts'
import type { UncountedFinding } from './claims.ts'
import type { LedgerEntry } from './types.ts'

/**
 * The same in words, or the same quote: a place or a quote that is wrong tells nothing. What would block at the very line of a
 * finding is no silence about it either, whatever its words: nothing else would hold the loop up for it. `touched`: files that
 * changed since; what was only moved there is still there.
 */
export function repeats(found: UncountedFinding, known: Finding, touched: readonly string[] = []): boolean {
  const isElsewhere = found.file !== null && found.file !== known.file
  if (isElsewhere && !touched.includes(found.file)) return false
  const { file, line, endLine, evidence } = known
  const isSameTitle = wordForWord(found.title) === wordForWord(known.title)
  const isSameQuote = evidence !== null && normaliseQuote(found.evidence ?? '') === normaliseQuote(evidence)
  return (
    isSameTitle ||
    isSameQuote ||
    isAtItsLine(found, known) ||
    saysTheSame({ ...found, file, line, endLine, evidence }, known)
  )
}

/** Whether it is about the line of the finding, wherever that is now. */
export function isAtItsLine(found: UncountedFinding, { file, line, endLine, evidence }: Finding): boolean {
  if (!found.blocking || found.file === null || found.line === null) return false
  const isSamePlace = found.file === file && line !== null && isWithin(lineBefore(found), line, endLine ?? line)
  return isSamePlace || (evidence !== null && isPartOf(found.lineText ?? '', evidence))
}

/**
 * Whether it is about what took the place of the quoted code, and that is as it was before the change: the fix took the change
 * back there, and this wants it again.
 */
export function isReversal(found: UncountedFinding, known: Finding): boolean {
  const isOther = normaliseQuote(found.evidence ?? '') !== normaliseQuote(known.evidence ?? '')
  return found.isOutside === true && isOther && isAtItsLine(found, known)
}

/** With where its line is now, which the next review is compared with, and with what is said of it now. */
export function followed(known: Finding, again: UncountedFinding): Finding {
  const finding = { ...known, ...otherClaims(known, [again]) }
  if (!isAtItsLine(again, known)) return finding
  const { file, line } = again
  const endLine = line === null ? null : line + Math.max(0, (known.endLine ?? 0) - (known.line ?? 0))
  return { ...finding, file, line, endLine }
}

/** What is said now in place of what was said before, which stays beside it. */
export function replacedBy(known: Finding, again: UncountedFinding): Finding {
  const { reason: _reason, earlierLine: _line, lineText: _text, isOutside: _isOutside, ...claim } = again
  const { file, line, endLine } = claim.file === null || claim.line === null ? known : claim
  return { ...claim, file, line, endLine, ...otherClaims(claim, [known]) }
}

/** A bracket is part of everything. */
function isPartOf(text: string, quote: string): boolean {
  const [one, other] = [normaliseQuote(text), normaliseQuote(quote)]
  if (quoteStrength(one) === 'none' || quoteStrength(other) === 'none') return false
  return one.includes(other) || other.includes(one)
}

/** Where its line was when the finding was raised: what came since moves lines. */
function lineBefore({ line, earlierLine }: UncountedFinding): number | null {
  return earlierLine ?? line
}

function isWithin(line: number | null, first: number, last: number): boolean {
  return line !== null && line >= first && line <= last
}

/** What speaks for a finding that was shown to be wrong; null: nothing. */
export function newEvidence({ status, isOutdated }: LedgerEntry, { verification }: Finding): string | null {
  if (status !== 'refuted') return null
  if (verification !== null) return 'it was refuted, and the verifier confirms it now'
  return isOutdated ? 'it was refuted, but the code that showed it changed since' : null
}

/** A reviewer that finds the same less grave this time does not let it through. */
export function graver(entry: LedgerEntry, finding: Finding): Pick<LedgerEntry, 'severity' | 'blocking'> {
  const isGraver = compareSeverity(entry.severity, finding.severity) < 0
  return {
    severity: isGraver ? entry.severity : finding.severity,
    blocking: entry.blocking || finding.blocking,
  }
}
