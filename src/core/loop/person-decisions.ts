import type { ClaimDecision, Finding } from '../../types.ts'
import { asAccepted } from '../verdict/claim-decisions.ts'
import { isActive } from './entry-status.ts'
import { entryOf, withNote } from './ledger.ts'
import type { LedgerEntry, LedgerNote } from './types.ts'

// How the ledger records what a person decides about findings.

/** A person takes the risk of what is left. */
export function accept(ledger: readonly LedgerEntry[], round: number, by: string, why: string): readonly LedgerEntry[] {
  return ledger.map((entry) =>
    isActive(entry) ? withNote(entry, { round, status: 'accepted', by, why, commit: null }) : entry,
  )
}

/** A person says that a claim which no review could check is a finding. */
export function acceptClaim(
  ledger: readonly LedgerEntry[],
  finding: Finding,
  round: number,
  { by, why }: Pick<ClaimDecision, 'by' | 'why'>,
): readonly LedgerEntry[] {
  const note: LedgerNote = { round, status: 'open', by, why: why === '' ? 'accepted as a finding' : why, commit: null }
  return [...ledger.filter(({ id }) => id !== finding.id), withNote(entryOf(asAccepted(finding), round), note)]
}
