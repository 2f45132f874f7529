import { holdsUp } from './entry-status.ts'
import type { FixRecord, LoopState, RoundRecord } from './state.ts'
import type { LedgerEntry } from './types.ts'

// Whether the loop gets anywhere, from what is written down, never from what an agent says.

/** Rounds without progress before a person is asked. */
const mostIdleRounds = 2

/** How far from a finding its fix is looked for, and from a fix what takes it back. */
export const nearLines = 20

/** Two rounds in a row that did not bring the number of blocking findings down. */
export function isStuck({ rounds }: LoopState): boolean {
  const last = rounds.slice(-mostIdleRounds - 1)
  return last.length > mostIdleRounds && last.every((round, index) => index === 0 || isIdle(last[index - 1]!, round))
}

/** What was there all along and is only found now takes nothing away from what was closed. */
function isIdle(previous: RoundRecord, current: RoundRecord): boolean {
  const late = current.ledger.filter((entry) => holdsUp(entry) && isLate(entry, previous, current))
  return current.blocking.length - late.length >= previous.blocking.length
}

/** It was there before, and the review before did not name it. */
function isLate(
  { id, status, wasThere = false, firstRound }: LedgerEntry,
  previous: RoundRecord,
  current: RoundRecord,
): boolean {
  if (firstRound === current.round) return wasThere
  return status === 'persisting' && !previous.blocking.includes(id)
}

/** The fix before this review brought more that blocks than it closed. */
export function isWorse(previous: RoundRecord, current: RoundRecord): boolean {
  const before = new Set(previous.blocking)
  const isOfFix = fixTouched(previous)
  const opened = current.ledger.filter(
    (entry) =>
      holdsUp(entry) &&
      !before.has(entry.id) &&
      !isLate(entry, previous, current) &&
      (entry.status === 'regressed' || isOfFix(entry)),
  )
  const closed = previous.blocking.filter((id) => !current.blocking.includes(id))
  return opened.length > closed.length
}

/**
 * Whether a finding is about what the fix of a round did: in a file it changed, and there near something it was to mend. A
 * review that sees more than the one before also finds what was there all along, and no fix is to blame for that.
 */
export function fixTouched({ fix, blocking, ledger }: RoundRecord): (entry: LedgerEntry) => boolean {
  const files = new Set(fix?.results.flatMap(({ changedFiles: names }) => names) ?? [])
  const given = ledger.filter(({ id }) => blocking.includes(id)).map(({ finding }) => finding)
  return ({ finding: { file, line } }) => {
    if (file === null) return true
    const inFile = given.filter((other) => other.file === file)
    return files.has(file) && (inFile.length === 0 || inFile.some((other) => isNear(line, other.line)))
  }
}

function isNear(line: number | null, other: number | null): boolean {
  return line === null || other === null || Math.abs(line - other) <= nearLines
}

/**
 * Back and forth: the files are again what an earlier round had, or a finding asks for what an earlier one had removed. Ids of
 * the findings that show it.
 */
export function findOscillation({ rounds }: LoopState): readonly string[] {
  const current = rounds.at(-1)
  if (current === undefined) return []
  const fixed = rounds.slice(0, -1).filter(({ fix }) => fix !== null && fix.rolledBack === null && changedFiles(fix))
  if (fixed.some(({ point }) => point.tree === current.point.tree)) return current.blocking
  return current.ledger
    .filter(
      (entry) => holdsUp(entry) && (isReversed(entry, current) || fixed.some(({ ledger }) => takesBack(entry, ledger))),
    )
    .map(({ id }) => id)
}

/** The review of this round asks for the opposite of what was done about it. */
export function isReversed({ reverses }: LedgerEntry, { round }: RoundRecord): boolean {
  return reverses?.round === round
}

/** Asks for what an earlier finding had replaced, in code that came with that replacement. */
function takesBack({ finding }: LedgerEntry, earlier: readonly LedgerEntry[]): boolean {
  if (earlier.some((entry) => entry.finding.fingerprint === finding.fingerprint)) return false
  return earlier.some(
    (entry) =>
      holdsUp(entry) &&
      entry.finding.file === finding.file &&
      isSameCode(finding.suggestion, entry.finding.evidence) &&
      isSameCode(finding.evidence, entry.finding.suggestion),
  )
}

function changedFiles({ results }: FixRecord): boolean {
  return results.some(({ changedFiles: files }) => files.length > 0)
}

function isSameCode(one: string | null, other: string | null): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  return one !== null && other !== null && plain(one) !== '' && plain(one) === plain(other)
}
