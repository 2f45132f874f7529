import type { MessageOf } from './message.ts'
import { isBlockingFinding, isResolved, type Packet, roundOfPacket } from './packet.ts'

/** What a packet says otherwise than the feedback that names it, one clause each: something was lost or mixed up on the way. */
export function contradictions(packet: Packet, { from, content }: MessageOf<'review_feedback'>): readonly string[] {
  const { least, most } = blockingRange(packet)
  const { round, blocking_count: count } = content
  const counted = least === most ? `${most}` : `${least} to ${most}`
  return [
    ...mixedUp(packet, from, round),
    ...(count >= least && count <= most
      ? []
      : [`it has ${counted} blocking findings, and the message counts ${count}`]),
  ]
}

/**
 * The same for a packet of our own: we count what is open, so whatever makes up the count by being resolved was called so since
 * then, and not by us.
 */
export function ownContradictions(packet: Packet, feedback: MessageOf<'review_feedback'>): readonly string[] {
  const wrong = contradictions(packet, feedback)
  if (wrong.length > 0) return wrong
  const open = packet.findings.filter((finding) => !isResolved(finding))
  return contradictions({ ...packet, findings: open }, feedback).map(
    (clause) => `without what it calls resolved ${clause}`,
  )
}

/** Whether it is the packet of somebody else, or of another round. */
export function mixedUp(packet: Packet, from: string, round: number): readonly string[] {
  return [
    ...(packet.reviewer === from || packet.reviewer === unknownReviewer
      ? []
      : [`its reviewer is ${packet.reviewer}, and ${from} sent it`]),
    ...(roundOfPacket(packet) === round
      ? []
      : [`it is of round ${roundOfPacket(packet)}, and the message of round ${round}`]),
  ]
}

/** What other tools write that are not told who looked. */
const unknownReviewer = 'unknown'

/** Some count only what says so of itself, some also what is resolved by now. */
function blockingRange({ findings }: Packet): { readonly least: number; readonly most: number } {
  return {
    least: findings.filter((finding) => isBlockingFinding(finding) && finding.blocking && !isResolved(finding)).length,
    most: findings.filter((finding) => isBlockingFinding(finding) || finding.blocking).length,
  }
}
