import { mayBeFeedbackFor } from '../../../core/mail/broken-answer.ts'
import { belongsTo, unknownAnswer, type WrittenPacket } from '../../../core/mail/earlier-messages.ts'
import type { Message, MessageOf } from '../../../core/mail/message.ts'
import { findingsPath, isPacketFor } from '../../../core/mail/names.ts'
import { parsePacket } from '../../../core/mail/packet.ts'
import type { Header } from '../../../core/mail/peek.ts'
import type { Unanswered } from '../../../core/mail/request-result.ts'
import type { Reviewer } from './reviewer.ts'

type Request = MessageOf<'review_request'>

/** Why the outbox cannot be taken at its word, where it seems to say that nothing was found before; null: it can. */
export function lostAnswer(
  reviewer: Reviewer,
  request: Request,
  sent: readonly Message[],
  addressed: readonly MessageOf<'review_addressed'>[],
): Unanswered | null {
  return (
    brokenFeedback(reviewer, request) ??
    forgedFeedback(reviewer, request) ??
    missingAnswer(reviewer, request, sent, addressed)
  )
}

/** What cannot be read may be the very feedback that matters. */
function brokenFeedback({ mailbox, agent }: Reviewer, request: Request): Unanswered | null {
  for (const { file, header } of mailbox.files(agent, 'outbox')) {
    if (header !== null && !isFeedbackFor(header, request)) continue
    const { text, message, problems } = mailbox.open(agent, 'outbox', file)
    if (message !== null || (text !== null && !mayBeFeedbackFor(request, text))) continue
    return {
      reason: `What was found before is not known: agents/${agent}/outbox/${file} cannot be read, and may be feedback on this pull request: ${problems[0]?.text}.`,
      hint: 'Bring it back as it was sent, and run the same command again: whoever got it has the same file in inbox or processed. Remove it if it is no message of yours.',
    }
  }
  return null
}

/** Whoever can write into the mailbox can change what was found before; the key is not there. */
function forgedFeedback({ mailbox, agent, accepts }: Reviewer, request: Request): Unanswered | null {
  for (const { file, header } of mailbox.files(agent, 'outbox')) {
    if (header === null || !isFeedbackFor(header, request)) continue
    const { message, signature } = mailbox.open(agent, 'outbox', file)
    if (message === null || accepts(signature)) continue
    return {
      reason: `What was found before is not known: agents/${agent}/outbox/${file} is not as ${agent} signed it (${signature.replace('_', ' ')}).`,
      hint: `Bring it back as it was sent (agents/${request.from} has the same file in inbox or processed), and run the same command again. If it was sent before signatures were required: take it out of the outbox, and let ${request.from} ask for round 1.`,
    }
  }
  return null
}

function isFeedbackFor({ type, to, related_pr: pr }: Header, { from, content }: Request): boolean {
  return type === 'review_feedback' && to.includes(from) && (pr ?? content.pr) === content.pr
}

/** The author, who remembers, speaks of an answer that the outbox has not. */
function missingAnswer(
  reviewer: Reviewer,
  request: Request,
  sent: readonly Message[],
  addressed: readonly MessageOf<'review_addressed'>[],
): Unanswered | null {
  const { mailbox, agent } = reviewer
  const sentIds = new Set(mailbox.files(agent, 'outbox').flatMap(({ header }) => (header === null ? [] : [header.id])))
  const answered = mailbox
    .files(agent, 'processed')
    .flatMap(({ header }) => (header?.type === 'review_request' && belongsTo(header, request) ? [header] : []))
  const packets = ownPackets(reviewer, request)
  const clause = unknownAnswer({ agent, sentIds, sent, addressed, answered, packets }, request)
  if (clause === null) return null
  const { from, id } = request
  return {
    reason: `What was found before is not known: agents/${agent}/outbox should have the last answer to ${from}, but ${clause}.`,
    hint: `Bring it back (agents/${from} may have the same file in inbox or processed; it may not be synchronised yet), and run the same command again. If ${agent} never answered, let ${from} ask for round 1; else answer ${id} by hand with mail send.`,
  }
}

function ownPackets({ mailbox, agent }: Reviewer, { from, content }: Request): readonly WrittenPacket[] {
  return mailbox
    .findings()
    .filter((file) => isPacketFor(file, content.pr, from, agent))
    .map((file) => {
      const path = findingsPath(file.replace(/\.yaml$/, ''))
      const read = mailbox.readPacket(path)
      const parsed = 'text' in read ? parsePacket(read.text) : read
      return { path, created_at_utc: 'value' in parsed ? (parsed.value.created_at_utc ?? null) : null }
    })
}
