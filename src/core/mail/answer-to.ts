import type { Message, MessageOf } from './message.ts'
import { isAnswer } from './round.ts'

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
