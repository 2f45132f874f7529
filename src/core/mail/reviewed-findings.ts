import type { Finding, ReviewResult } from '../../types.ts'
import { claimsIn, discardedAs, uncounted } from '../findings/discarded-as.ts'
import { compareSeverity } from '../findings/severity.ts'
import type { UnverifiedClaim } from '../loop/claims.ts'
import { isActive } from '../loop/entry-status.ts'
import { afterReview, type Done } from '../loop/ledger.ts'
import type { LedgerEntry, ValidationResult } from '../loop/types.ts'
import { compareText } from '../values/compare-text.ts'
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
  readonly done: DoneSince
}

/** What was done since: files by git, findings by the word of the author. */
export interface DoneSince {
  /** Null: nobody knows, since what was reviewed then is not here. */
  readonly files: readonly string[] | null
  readonly addressed: readonly string[]
  /**
   * Where what is reviewed now does not follow what was reviewed then (another branch, or another history), files differ that
   * nobody touched: these are the texts of the files that had findings, now and then. Null where it does.
   */
  readonly texts: RewrittenTexts | null
}

export interface RewrittenTexts {
  readonly now: ReadonlyMap<string, string>
  /** Null: what was reviewed then is not here. Then a quote counts only if it is known to be as it was written. */
  readonly before: ReadonlyMap<string, string> | null
  readonly areQuotesKnown: boolean
}

export interface Reviewed {
  readonly round: number
  readonly result: Pick<ReviewResult, 'findings' | 'discarded' | 'gate'>
  readonly validations: readonly ValidationResult[]
  readonly end: Exclude<ReviewEnd, { kind: 'no_verdict' }>
  readonly earlier: EarlierRound | null
}

/**
 * What stands in the packet: what was found, under the id it had before if it was found before, and what became of the rest
 * of the last packet. What is open stands first, and of that what is gravest.
 */
export function reviewedFindings(reviewed: Reviewed, leaks: LeakValues): readonly PacketFinding[] {
  const { round, result, validations, end, earlier } = reviewed
  const ledger = (earlier === null ? [] : ledgerOf(earlier.packet)).filter(({ id }) => id !== incompleteId)
  const known = new Set(ledger.map(({ id }) => id))
  // As the packet names them.
  const commands = validations.map((each) => ({ ...each, command: clean(each.command, leaks, 2000) }))
  const own = end.kind === 'cut_short' ? [incompleteFinding(end.reasons)] : validationFindings(commands)
  const entries = afterReview(ledger, {
    // Something new is late only after a round that looked at the whole change. Whoever asks for the first begins anew.
    round: round === 1 || earlier === null || earlier.wasCutShort ? 1 : 2,
    findings: [...result.findings, ...claimsIn(result).map(asFinding), ...own],
    refuted: discardedAs(result.discarded, 'refuted'),
    waived: discardedAs(result.discarded, 'waived'),
    uncounted: uncounted(result.discarded),
    commit: null,
    done: doneSince(ledger, reviewed, leaks),
  })
  return entries
    .filter((entry) => known.has(entry.id) || isLeft(entry))
    .map((entry) => withDoubt(fromLedger(entry, leaks), doubtAbout(entry, ledger, reviewed, leaks)))
    .sort(compareFindings)
}

/** A blocking claim that could not be checked is open for the author like any finding, and says so. */
function asFinding({ reason, ...claim }: UnverifiedClaim): Finding {
  return { ...claim, problem: `${claim.problem}\n\nNobody could check this against the code: ${reason}` }
}

/** Raised for the first time, and not taken back at once. */
function isLeft(entry: LedgerEntry): boolean {
  return isActive(entry) || entry.status === 'deferred'
}

/** A review that was cut short closes nothing. */
function doneSince(ledger: readonly LedgerEntry[], { end, earlier }: Reviewed, leaks: LeakValues): Done {
  if (end.kind === 'cut_short' || earlier === null) return { files: [], addressed: [] }
  const { done } = earlier
  const isDone = (entry: LedgerEntry) =>
    isMadeAnew(entry.id) || isChanged(entry, done, leaks) || (isSaid(entry, done) && isWordEnough(entry, done))
  return { files: [], addressed: ledger.filter(isDone).map(({ id }) => id) }
}

/** Whether something happened to what a finding is about. */
function isChanged({ finding }: LedgerEntry, { files, texts }: DoneSince, leaks: LeakValues): boolean {
  const { file, evidence } = finding
  if (file === null) return false
  if (texts === null || evidence === null) return (files?.includes(file) ?? false) && (texts?.now.has(file) ?? true)
  // The quote was cleaned before it was written down, and need not have every blank.
  const hasQuote = (text: string | undefined) =>
    text !== undefined && oneSpaced(clean(text, leaks, Number.POSITIVE_INFINITY)).includes(oneSpaced(evidence))
  // One that never was there does not show by its absence that something is mended.
  const wasThere = texts.before === null ? texts.areQuotesKnown : hasQuote(texts.before.get(file))
  return wasThere && texts.now.has(file) && !hasQuote(texts.now.get(file))
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function isSaid({ id }: LedgerEntry, { addressed }: DoneSince): boolean {
  return addressed.includes(id)
}

/** For what blocks the word of the author is not, unless it is about the change as a whole, and that did change. */
function isWordEnough({ blocking, finding }: LedgerEntry, { files }: DoneSince): boolean {
  return !blocking || (finding.file === null && files !== null && files.length > 0)
}

/** Why something is open that this review does not raise, where its author would wonder; null: there is nothing to wonder about. */
function doubtAbout(
  entry: LedgerEntry,
  ledger: readonly LedgerEntry[],
  { earlier }: Reviewed,
  leaks: LeakValues,
): string | null {
  const done = earlier?.done ?? null
  if (done === null || !isActive(entry) || isChanged(entry, done, leaks)) return null
  if (isSaid(entry, done) && !isWordEnough(entry, done)) return unseen
  const isSilent = ledger.some(({ finding }) => finding === entry.finding)
  return isSilent && done.files === null ? unknown : null
}

const unseen = 'It was said to be addressed, but nothing was changed that shows it.'
const unknown =
  'It was not found again, but the commit that was reviewed before is not known here, and nothing shows that it is gone.'

function withDoubt(found: PacketFinding, doubt: string | null): PacketFinding {
  const { description = '' } = found
  if (doubt === null || description.includes(doubt)) return found
  return { ...found, description: `${description.slice(0, 19_000)}\n\n${doubt}`.trim() }
}

function compareFindings(one: PacketFinding, other: PacketFinding): number {
  return (
    Number(isResolved(one)) - Number(isResolved(other)) ||
    compareSeverity(one.severity, other.severity) ||
    compareText(one.file, other.file) ||
    (one.line ?? 0) - (other.line ?? 0)
  )
}
