import type { DiscardCode, Finding, ReviewResult } from '../../types.ts'
import { compareText } from '../compare-text.ts'
import { afterReview, isActive, type ReviewedRound } from '../loop/ledger.ts'
import type { LedgerEntry, ValidationResult } from '../loop/types.ts'
import { compareSeverity } from '../severity.ts'
import { clean, type LeakValues } from './leaks.ts'
import { isResolved, type Packet, type PacketFinding } from './packet.ts'
import { fromLedger } from './packet-findings.ts'
import { ledgerOf } from './packet-ledger.ts'
import type { ReviewEnd } from './review-end.ts'
import { incompleteFinding, incompleteId, isMadeAnew, validationFindings } from './reviewer-findings.ts'

export interface EarlierRound {
  readonly packet: Packet
  /** Its review was cut short: what is new now was only not found then. */
  readonly wasCutShort: boolean
  /** What was done since: files by git, findings by the word of the author. Null: not known. */
  readonly done: { readonly files: readonly string[]; readonly addressed: readonly string[] } | null
}

export interface Reviewed {
  readonly result: Pick<ReviewResult, 'findings' | 'discarded'>
  readonly validations: readonly ValidationResult[]
  readonly end: Exclude<ReviewEnd, { kind: 'no_verdict' }>
  readonly earlier: EarlierRound | null
}

/**
 * What stands in the packet: what was found, under the id it had before if it was found before, and what became of the rest
 * of the last packet. What is open stands first, and of that what is gravest.
 */
export function reviewedFindings(reviewed: Reviewed, leaks: LeakValues): readonly PacketFinding[] {
  const { result, validations, end, earlier } = reviewed
  const ledger = (earlier === null ? [] : ledgerOf(earlier.packet)).filter(({ id }) => id !== incompleteId)
  const known = new Set(ledger.map(({ id }) => id))
  // As the packet names them.
  const commands = validations.map((each) => ({ ...each, command: clean(each.command, leaks, 2000) }))
  const own = end.kind === 'cut_short' ? [incompleteFinding(end.reasons)] : validationFindings(commands)
  const entries = afterReview(ledger, {
    // Only where the whole change was looked at before, something new is late.
    round: earlier === null || earlier.wasCutShort ? 1 : 2,
    findings: [...result.findings, ...own],
    refuted: discardedAs(result, 'refuted'),
    waived: discardedAs(result, 'waived'),
    commit: null,
    done: doneSince(ledger, reviewed),
  })
  return entries
    .filter((entry) => known.has(entry.id) || isLeft(entry))
    .map((entry) => fromLedger(entry, leaks))
    .sort(compareFindings)
}

/** Raised for the first time, and not taken back at once. */
function isLeft(entry: LedgerEntry): boolean {
  return isActive(entry) || entry.status === 'deferred'
}

/** A review that was cut short closes nothing. */
function doneSince(ledger: readonly LedgerEntry[], { end, earlier }: Reviewed): ReviewedRound['done'] {
  if (end.kind === 'cut_short') return { files: [], addressed: [] }
  const done = earlier?.done ?? null
  const anew = ledger.map(({ id }) => id).filter(isMadeAnew)
  return done === null ? null : { ...done, addressed: [...done.addressed, ...anew] }
}

function discardedAs({ discarded }: Pick<ReviewResult, 'discarded'>, wanted: DiscardCode): readonly Finding[] {
  return discarded.filter(({ code }) => code === wanted).map(({ code: _code, reason: _reason, ...finding }) => finding)
}

function compareFindings(one: PacketFinding, other: PacketFinding): number {
  return (
    Number(isResolved(one)) - Number(isResolved(other)) ||
    compareSeverity(one.severity, other.severity) ||
    compareText(one.file, other.file) ||
    (one.line ?? 0) - (other.line ?? 0)
  )
}
