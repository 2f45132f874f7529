import { isActive } from './entry-status.ts'
import { withNote } from './ledger.ts'
import type { LedgerEntry, LedgerStatus } from './types.ts'

export interface RolledBack {
  readonly round: number
  readonly commit: string | null
  /** Whether a finding is about what the fix did. */
  readonly isOfFix: (entry: LedgerEntry) => boolean
}

/**
 * The ledger when the files are back in an earlier state. What was found only in between does not count where the fix had
 * been at work, but stays written down; elsewhere the code is as it was, and so is the finding.
 */
export function rolledBackTo(
  earlier: readonly LedgerEntry[],
  now: readonly LedgerEntry[],
  rolledBack: RolledBack,
): readonly LedgerEntry[] {
  const before = new Map(earlier.map((entry) => [entry.id, entry]))
  return now.map((entry) => {
    const known = before.get(entry.id)
    if (known !== undefined) return asBefore(known, entry, rolledBack)
    if (!isActive(entry) || entry.wasThere || !rolledBack.isOfFix(entry)) return outdated(entry)
    return loopNoted(entry, 'discarded', rolledBack, 'the fix it was found in was rolled back')
  })
}

/** What the verifier or a waiver said of the same quote meanwhile stays true, until it is raised again. */
function asBefore(known: LedgerEntry, entry: LedgerEntry, rolledBack: RolledBack): LedgerEntry {
  const { history } = entry
  if (entry.status === known.status) return { ...known, history }
  const isSettled = entry.status === 'refuted' || entry.status === 'waived'
  if (isSettled && entry.finding.fingerprint === known.finding.fingerprint) return outdated(entry)
  return loopNoted({ ...known, history }, known.status, rolledBack, 'the fix was rolled back')
}

/** The verifier saw other files. */
function outdated(entry: LedgerEntry): LedgerEntry {
  return entry.status === 'refuted' ? { ...entry, isOutdated: true } : entry
}

function loopNoted(entry: LedgerEntry, status: LedgerStatus, { round, commit }: RolledBack, why: string): LedgerEntry {
  return withNote(entry, { round, status, by: 'the loop', why, commit })
}
