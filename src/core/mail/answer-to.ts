import { compareText } from '../values/compare-text.ts'
import { commitIn, commitsIn, otherCommit } from './commit-note.ts'
import type { Message, MessageOf } from './message.ts'
import { isAnswer, isApproval } from './round.ts'

export type ReviewRequest = MessageOf<'review_request'>
export type ReviewAnswer = MessageOf<'review_feedback'> | MessageOf<'review_lgtm'>

/**
 * Whether a message is what a request waits for: from whoever was asked, and in reply to it. Other tools need not say what they
 * reply to: then it is about the same pull request and round, and was written since.
 */
export function isAnswerTo(request: ReviewRequest, message: Message): message is ReviewAnswer {
  if (!isAnswer(message.type) || !request.to.includes(message.from) || !message.to.includes(request.from)) return false
  if (message.parent_message_id !== undefined) return message.parent_message_id === request.id
  if (message.created_at_utc < request.created_at_utc) return false
  return (message.related_pr ?? request.content.pr) === request.content.pr && isOfRound(request, message)
}

/** An approval need not say its round. */
function isOfRound({ content }: ReviewRequest, message: Message): boolean {
  const round = content.review_round ?? 1
  if (message.type === 'review_feedback') return message.content.round === round
  return message.type === 'review_lgtm' && (message.content.review_round ?? round) === round
}

/** Whether another request could be meant just as well: it does not say what it replies to, nor about which commit it is. */
export function isAmbiguous(
  answer: ReviewAnswer,
  request: ReviewRequest,
  unanswered: readonly ReviewRequest[],
): boolean {
  if (answer.parent_message_id !== undefined || isAboutCommitOf(request, answer)) return false
  return unanswered.some((other) => other.id !== request.id && isAnswerTo(other, answer))
}

function isAboutCommitOf({ context_keys: keys }: ReviewRequest, answer: ReviewAnswer): boolean {
  const [asked, named] = [commitIn(keys), commitsIn(answer.context_keys)]
  return asked !== null && named.length > 0 && otherCommit(answer.context_keys, asked) === null
}

/**
 * Those of all answers to one request that are to be read, the oldest first. Feedback is never passed over. Null: some approve,
 * and some do not.
 */
export function answersToRead(answers: readonly ReviewAnswer[]): readonly ReviewAnswer[] | null {
  if (new Set(answers.map(isApproval)).size > 1) return null
  const feedback = answers.filter(({ type }) => type === 'review_feedback')
  return (feedback.length > 0 ? feedback : [...answers]).sort(
    (one, other) => compareText(one.created_at_utc, other.created_at_utc) || compareText(one.id, other.id),
  )
}

export interface Asked {
  readonly to: string
  readonly pr: number
  readonly round: number
}

/** Whether a message asks for this round of this agent, whatever commit it is about. */
export function isRequestFor({ to, pr, round }: Asked, message: Message): message is ReviewRequest {
  if (message.type !== 'review_request' || message.to.join() !== to) return false
  return message.content.pr === pr && (message.content.review_round ?? 1) === round
}
