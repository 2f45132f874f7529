import type { Message, MessageOf } from '../../../core/mail/message.ts'
import type { Header } from '../../../core/mail/peek.ts'
import {
  answeredBy,
  isAnswerMessage,
  noResult,
  type RequestResult,
  summaryOf,
  type Unanswered,
} from '../../../core/mail/request-result.ts'
import { roundOf } from '../../../core/mail/round.ts'
import { LoopError } from '../../../errors.ts'
import type { Claim, ClaimResult } from '../../../io/mail/claim-message.ts'
import { earlierRound, finishAddressed, readEarlier } from './earlier.ts'
import { locate } from './locate.ts'
import { prepareCommit, reviewCommit } from './review-commit.ts'
import type { Reviewer } from './reviewer.ts'
import { sayUntrusted } from './say.ts'
import { sendAnswer } from './send-answer.ts'

export interface TakenRequest extends Pick<ClaimResult, 'rejected' | 'givenBack'> {
  readonly result: RequestResult
  /** What the user can mend, where that is why there is no answer. */
  readonly error: LoopError | null
}

/**
 * Takes one request and answers it. The order makes it safe to be cut off anywhere: claimed, reviewed, packet written, answer
 * delivered, finished. Whatever goes wrong before the answer is delivered, the request is in the inbox again.
 */
export async function takeRequest(
  reviewer: Reviewer,
  isDue: (header: Header) => boolean = () => true,
): Promise<TakenRequest> {
  const { mailbox, agent, now } = reviewer
  const { claim, ...rest } = await mailbox.claim(agent, now(), (header) => isMeant(reviewer, header) && isDue(header))
  if (claim === null) return { ...rest, result: noResult, error: null }
  let isAnswered = false
  try {
    const request = requestOf(claim)
    sayUntrusted(reviewer, request, claim.signature)
    const { result, error } =
      claim.answer === null ? await tryToAnswer(reviewer, request) : answeredBefore(claim, request)
    isAnswered = result.status !== 'unanswered'
    if (isAnswered) await finishAddressed(reviewer, request)
    return { ...rest, result, error }
  } finally {
    if (isAnswered) mailbox.finish(claim)
    else mailbox.release(claim)
  }
}

/** Whether a request is one that this reviewer takes. */
export function isMeant({ mailbox, agent, from, pr }: Reviewer, header: Header): boolean {
  if (header.type !== 'review_request' || (from !== null && header.from !== from)) return false
  if (pr === null || header.related_pr !== undefined) return pr === null || header.related_pr === pr
  // Not on the envelope: then in the body. Two files may have one id, but not one header.
  const file = mailbox.files(agent, 'inbox').find(({ header: other }) => other === header)?.file
  const message = file === undefined ? null : mailbox.open(agent, 'inbox', file).message
  return message?.type === 'review_request' && message.content.pr === pr
}

function requestOf({ message }: Claim): MessageOf<'review_request'> {
  if (message.type !== 'review_request') throw new Error(`${message.id} is a ${message.type}`)
  return message
}

interface Tried {
  readonly result: RequestResult
  readonly error: LoopError | null
}

async function tryToAnswer(reviewer: Reviewer, request: MessageOf<'review_request'>): Promise<Tried> {
  const { mailbox, agent, signal } = reviewer
  const sent = mailbox.sentAbout(agent, request.content.pr).map(({ message }) => message)
  const round = roundOf(request, sent)
  try {
    const answer = await reviewAndAnswer(reviewer, request, round, sent)
    return { result: 'status' in answer ? answer : unanswered(request, round, answer), error: null }
  } catch (error) {
    if (signal.aborted || !(error instanceof LoopError)) throw error
    return { result: unanswered(request, round, { reason: error.message, hint: error.hint }), error }
  }
}

async function reviewAndAnswer(
  reviewer: Reviewer,
  request: MessageOf<'review_request'>,
  round: number,
  sent: readonly Message[],
): Promise<RequestResult | Unanswered> {
  const earlier = readEarlier(reviewer, request, sent)
  if ('reason' in earlier) return earlier
  const located = await locate(reviewer, request, earlier.addressed.at(-1)?.content.commit_sha ?? null)
  if ('reason' in located) return located
  const prepared = await prepareCommit(reviewer, request, located)
  const isWithoutAgent = prepared.prepared.chosen.reviewer === null
  if (prepared.commands.length === 0) reviewer.say(withoutValidation)
  if (isWithoutAgent) reviewer.say(withoutAgent)
  const reviewed = await reviewCommit(reviewer, request, round, prepared)
  const { end } = reviewed
  if (end.kind === 'no_verdict') {
    return {
      reason: `The review came to no verdict: ${end.reasons.join(' ') || 'nobody spoke.'}`,
      hint: 'Mend that and run the same command again: the request is in the inbox as before.',
    }
  }
  return sendAnswer(reviewer, {
    ...reviewed,
    end,
    request,
    round,
    located,
    isWithoutAgent,
    earlier: await earlierRound(reviewer, earlier, located.commit),
  })
}

const withoutAgent = 'No agent looks at it, only the built-in reviewers: name one with --agent NAME.'

const withoutValidation =
  'No validation command is named, so the gate cannot pass and there will be no approval: name one with --validate CMD, or in validate.commands of the configuration.'

function unanswered(request: MessageOf<'review_request'>, round: number, why: Unanswered): RequestResult {
  return { ...noResult, status: 'unanswered', request: summaryOf(request, round), ...why }
}

/** Delivered before a crash: only the end is missing. */
function answeredBefore({ answer }: Claim, request: MessageOf<'review_request'>): Tried {
  if (answer === null || !isAnswerMessage(answer.message)) throw new Error('there is no answer')
  return { error: null, result: { ...noResult, ...answeredBy(answer.message, request, true) } }
}
