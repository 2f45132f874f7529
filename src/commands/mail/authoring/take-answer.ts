import { isAnswerTo, type ReviewAnswer, type ReviewRequest } from '../../../core/mail/answer-to.ts'
import type { Header } from '../../../core/mail/peek.ts'
import { isAnswer } from '../../../core/mail/round.ts'
import type { SignatureStatus } from '../../../io/mail/signing.ts'
import type { Post } from './post.ts'

/**
 * The answer to a request; null: there is none yet. It is finished as soon as it was read: whoever comes after a crash finds it
 * among the processed ones. Everything else in the inbox stays as it is.
 */
export async function takeAnswer(post: Post, request: ReviewRequest): Promise<ReviewAnswer | null> {
  return processedAnswer(post, request) ?? (await incomingAnswer(post, request))
}

/** What was taken before. */
export function processedAnswer(post: Post, request: ReviewRequest): ReviewAnswer | null {
  const { mailbox, parties, accepts } = post
  for (const { file, header } of mailbox.files(parties.as, 'processed')) {
    if (header === null || !mayBeAnswer(post, header)) continue
    const { message, signature } = mailbox.open(parties.as, 'processed', file)
    if (message !== null && accepts(signature) && isAnswerTo(request, message)) return message
  }
  return null
}

async function incomingAnswer(post: Post, request: ReviewRequest): Promise<ReviewAnswer | null> {
  const { mailbox, parties, now, notice } = post
  for (const { file, header } of mailbox.list(parties.as, now()).waiting) {
    if (!mayBeAnswer(post, header)) continue
    const { message } = mailbox.open(parties.as, 'inbox', file)
    if (message === null || !isAnswerTo(request, message)) continue
    const { claim, rejected } = await mailbox.claim(parties.as, now(), ({ id }) => id === message.id)
    for (const letter of rejected) if (letter.file === file) notice(`Refused ${message.id}: ${letter.reason}`)
    if (claim === null) continue
    mailbox.finish(claim)
    if (!trusted.has(claim.signature)) notice(`The signature of ${message.id}: ${claim.signature.replaceAll('_', ' ')}`)
    // What counts is what was read after it was taken.
    if (isAnswerTo(request, claim.message)) return claim.message
  }
  return null
}

const trusted: ReadonlySet<SignatureStatus> = new Set(['verified', 'unchecked'])

/** By what stands on the envelope. */
function mayBeAnswer({ parties }: Post, header: Header): boolean {
  return isAnswer(header.type) && header.from === parties.to && (header.related_pr ?? parties.pr) === parties.pr
}
