import type { Message } from '../../../core/mail/message.ts'
import type { ClaimResult } from '../../../io/mail/claim-message.ts'
import { isTrusted, type SignatureStatus } from '../../../io/mail/signing.ts'
import { visibleLine } from '../../../report/visible.ts'
import type { Reviewer } from './reviewer.ts'

// What a person hears besides the answer.

/** What else came to light on the way to a message. */
export function sayRest(
  { agent, say }: Reviewer,
  { rejected, givenBack }: Pick<ClaimResult, 'rejected' | 'givenBack'>,
): void {
  for (const { file, reason } of rejected) {
    say(`Refused, a copy is in agents/${agent}/dead_letter: ${visibleLine(`${file}: ${reason}`)}`)
  }
  for (const file of givenBack) say(`Given back, whoever had taken it is gone: ${visibleLine(file)}`)
}

export function sayExpired({ agent, say, mailbox, now }: Reviewer): void {
  const expired = mailbox.list(agent, now()).waiting.filter(({ isExpired }) => isExpired).length
  if (expired > 0) say(`Expired messages in the inbox: ${expired}`)
}

/** Where signatures are looked at and not required, each message is named that has none that counts. */
export function sayUntrusted({ say }: Reviewer, { id, from }: Message, signature: SignatureStatus): void {
  if (isTrusted(signature)) return
  say(`Accepted, but its signature does not count (${signature.replaceAll('_', ' ')}): ${visibleLine(id)} of ${from}`)
}
