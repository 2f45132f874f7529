import type { LedgerEntry, LedgerStatus } from '../loop/types.ts'
import { isBlockingFinding, type Packet, roundOfPacket } from './packet.ts'
import { namedFinding, toRawFinding } from './packet-findings.ts'

/**
 * An earlier packet as the ledger of what was found before. What it calls `wont_fix` is left out: whether a waiver accepts
 * something, or the verifier refutes it, every review finds out for itself, and not from a file that others may write to.
 */
export function ledgerOf(packet: Packet): readonly LedgerEntry[] {
  return packet.findings
    .filter(({ status }) => status !== 'wont_fix')
    .map((found) => {
      const { id, severity, status } = found
      return {
        id,
        // Its fingerprint is not known: a packet does not tell.
        finding: namedFinding(toRawFinding(found, packet), id, ''),
        severity,
        blocking: isBlockingFinding(found),
        status: statuses[status] ?? 'open',
        firstRound: roundOfPacket(packet),
        history: [],
        followUp: null,
      }
    })
}

const statuses: Readonly<Record<string, LedgerStatus | undefined>> = { fixed: 'fixed', not_fixed: 'persisting' }
