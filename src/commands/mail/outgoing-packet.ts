import { bodySchemas } from '../../core/mail/bodies.ts'
import { readDocument } from '../../core/mail/document.ts'
import { parseHandoff, renderHandoff } from '../../core/mail/handoff.ts'
import { type LeakValues, leaksIn } from '../../core/mail/leaks.ts'
import { messageLimits } from '../../core/mail/message.ts'
import { handoffPath } from '../../core/mail/names.ts'
import { parsePacket } from '../../core/mail/packet.ts'
import { gatePacket } from '../../core/mail/packet-gate.ts'
import type { Mailbox } from '../../io/mail/mailbox.ts'

// What `mail send` has to do with packets: it writes that of a handoff, and looks into that of an approval.

/**
 * The path of a new packet that says what the body of a handoff says; null where that is not to be sent, which is told by
 * whoever sends it.
 */
export function writeHandoff(
  mailbox: Mailbox,
  { from, to, body }: { readonly from: string; readonly to: readonly string[]; readonly body: string },
  { time, leaks }: { readonly time: Date; readonly leaks: LeakValues },
): string | null {
  const [target] = to
  const handoff = parseHandoff(body)
  if (target === undefined || !isKnown(mailbox, [from, ...to]) || 'problems' in handoff) return null
  const text = renderHandoff(handoff.value)
  if (leaksIn(text, leaks).length > 0) return null
  for (let second = 0; ; second++) {
    const path = handoffPath(new Date(time.getTime() + second * 1000), from, target)
    if (mailbox.writePacket(path, text) === 'written') return path
  }
}

/** Why an approval must not be sent: what the gate says of its packet. Empty where it may, or where it is none. */
export function gateProblems(mailbox: Mailbox, body: string, packet: string): readonly string[] {
  const lgtm = readDocument(body, bodySchemas.review_lgtm, messageLimits)
  if ('problems' in lgtm || lgtm.value.quality_gate_result === 'fail' || !lgtm.value.merge_ready) return []
  const file = mailbox.readPacket(packet)
  const parsed = 'text' in file ? parsePacket(file.text) : { problems: [{ line: 1, text: file.problem }] }
  const { reasons } = gatePacket(parsed, lgtm.value.nits ?? [])
  return reasons.map((reason) => `${packet} does not pass the gate: ${reason}`)
}

function isKnown(mailbox: Mailbox, names: readonly string[]): boolean {
  const agents = mailbox.agents()
  return names.every((name) => agents.includes(name))
}
