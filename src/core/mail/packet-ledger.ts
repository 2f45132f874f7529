import type { LedgerEntry, LedgerStatus } from '../loop/types.ts'
import { isBlockingFinding, type Packet, roundOfPacket } from './packet.ts'
import { toRawFinding } from './packet-findings.ts'

/**
 * An earlier packet as the ledger of what was found before. What it calls `wont_fix` is left out: whether a waiver accepts
 * something, or the verifier refutes it, every review finds out for itself, and not from a file that others may write to.
 */
export function ledgerOf(packet: Packet): readonly LedgerEntry[] {
  return packet.findings
    .filter(({ status }) => status !== 'wont_fix')
    .map((found) => {
      const { reviewer, discard: _discard, discriminator: _discriminator, ...raw } = toRawFinding(found, packet)
      const { id, severity } = found
      const blocking = isBlockingFinding(found)
      return {
        id,
        finding: {
          ...raw,
          id,
          // Unknown: a packet does not tell.
          fingerprint: '',
          blocking,
          reviewers: [reviewer],
          agreement: 1,
          reportedLine: null,
          verification: null,
        },
        severity,
        blocking,
        status: statuses[found.status] ?? 'open',
        firstRound: roundOfPacket(packet),
        history: [],
        followUp: null,
      }
    })
}

const statuses: Readonly<Record<string, LedgerStatus | undefined>> = { fixed: 'fixed', not_fixed: 'persisting' }
