import type { ReviewAnswer } from '../../core/mail/answer-to.ts'
import { packetHashIn } from '../../core/mail/commit-note.ts'
import type { Parsed } from '../../core/mail/document.ts'
import { type Packet, parsePacket } from '../../core/mail/packet.ts'
import { packetPath } from '../../core/mail/read-answers.ts'
import type { Mailbox } from '../../io/mail/mailbox.ts'
import { packetHash } from '../../io/mail/packets.ts'

/**
 * The packet that an answer names; null: it names none, or it is not there. Where the answer notes its SHA-256, no other file
 * counts: a signature covers the message alone, and so the packet as well.
 */
export function namedPacket(mailbox: Mailbox, answer: ReviewAnswer): Parsed<Packet> | null {
  const path = packetPath(answer)
  const file = path === undefined ? null : mailbox.readPacket(path)
  if (file === null || ('problem' in file && file.isMissing)) return null
  if ('problem' in file) return { problems: [{ line: 1, text: file.problem }] }
  const noted = packetHashIn(answer.context_keys)
  const isOther = noted !== null && noted !== packetHash(file.text)
  return isOther ? { problems: [{ line: 1, text: 'it was changed since it was sent' }] } : parsePacket(file.text)
}
