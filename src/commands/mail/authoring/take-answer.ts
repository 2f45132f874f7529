import { isAmbiguous, isAnswerTo, type ReviewAnswer, type ReviewRequest } from '../../../core/mail/answer-to.ts'
import type { Message } from '../../../core/mail/message.ts'
import type { Header } from '../../../core/mail/peek.ts'
import { isAnswer } from '../../../core/mail/round.ts'
import { compareText } from '../../../core/values/compare-text.ts'
import { isTrusted } from '../../../io/mail/signing.ts'
import { type Post, sentMessages } from './post.ts'

/** Says something once, however often one looks. */
export type TellOnce = (text: string) => void

/**
 * All answers to a request that came so far. They are finished as soon as they were read: whoever comes after a crash finds them
 * among the processed ones. Everything else in the inbox stays as it is.
 */
export async function takeAnswers(
  post: Post,
  request: ReviewRequest,
  tell: TellOnce,
): Promise<readonly ReviewAnswer[]> {
  for (const answer of incomingAnswers(post, request, tell)) await take(post, answer, tell)
  // What counts is what was read after it was taken.
  return processedAnswers(post, request)
}

/** What was taken before. */
export function processedAnswers(post: Post, request: ReviewRequest): readonly ReviewAnswer[] {
  return processedMessages(post).flatMap((message) =>
    isAnswerTo(request, message) && !isUnclear(post, request, message) ? [message] : [],
  )
}

/** Of several the last feedback, which is never passed over; null: nobody has answered. */
export function processedAnswer(post: Post, request: ReviewRequest): ReviewAnswer | null {
  const all = processedAnswers(post, request)
  return all.findLast(({ type }) => type === 'review_feedback') ?? all.at(-1) ?? null
}

/** What lies in the inbox. */
function incomingAnswers(post: Post, request: ReviewRequest, tell: TellOnce): readonly ReviewAnswer[] {
  const { mailbox, parties, now } = post
  return mailbox.list(parties.as, now()).waiting.flatMap(({ file, header, isExpired }) => {
    const message = mayBeAnswer(header, parties.pr, parties.to) ? mailbox.open(parties.as, 'inbox', file).message : null
    if (message === null || !isAnswerTo(request, message)) return []
    const problem = isExpired
      ? `it expired at ${message.expires_at}`
      : isUnclear(post, request, message)
        ? 'several requests wait for one like it, and it names neither its parent nor the commit'
        : null
    if (problem !== null) tell(`${message.id} of ${message.from} does not count: ${problem}.`)
    return problem === null ? [message] : []
  })
}

async function take({ mailbox, parties, now }: Post, { id }: ReviewAnswer, tell: TellOnce): Promise<void> {
  const { claim, rejected } = await mailbox.claim(parties.as, now(), (header) => header.id === id)
  for (const { file, reason } of rejected) tell(`Refused ${file}: ${reason}`)
  if (claim === null) return
  mailbox.finish(claim)
  if (!isTrusted(claim.signature)) tell(`The signature of ${id}: ${claim.signature.replaceAll('_', ' ')}`)
}

/** Answers of whoever is asked, the oldest first. */
export function processedMessages(post: Post): readonly Message[] {
  const { as, to, pr } = post.parties
  return answersAbout(post, as, pr, to)
}

/** Answers that an agent has finished, the oldest first. */
export function answersAbout(
  { mailbox, accepts }: Pick<Post, 'mailbox' | 'accepts'>,
  as: string,
  pr: number,
  from: string | null = null,
): readonly Message[] {
  const messages = mailbox.files(as, 'processed').flatMap(({ file, header }) => {
    if (header === null || !mayBeAnswer(header, pr, from)) return []
    const { message, signature } = mailbox.open(as, 'processed', file)
    return message !== null && accepts(signature) ? [message] : []
  })
  return messages.sort((one, other) => compareText(one.created_at_utc, other.created_at_utc))
}

/** Whether a request that nobody else answered could be meant as well. */
function isUnclear(post: Post, request: ReviewRequest, answer: ReviewAnswer): boolean {
  if (answer.parent_message_id !== undefined) return false
  const others = processedMessages(post).filter(({ id }) => id !== answer.id)
  const unanswered = sentMessages(post).flatMap((message) =>
    message.type === 'review_request' && !others.some((other) => isAnswerTo(message, other)) ? [message] : [],
  )
  return isAmbiguous(answer, request, unanswered)
}

/** By what stands on the envelope. */
function mayBeAnswer(header: Header, pr: number, from: string | null): boolean {
  return isAnswer(header.type) && (from ?? header.from) === header.from && (header.related_pr ?? pr) === pr
}
