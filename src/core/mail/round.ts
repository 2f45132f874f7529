import type { Escalation, MessageType } from './bodies.ts'
import { commitIn } from './commit-note.ts'
import { defaultBudget, roundLimits } from './limits.ts'
import type { Message, MessageOf } from './message.ts'
import type { PacketGate } from './packet-gate.ts'

// Rounds of a review by mail. The reviewer remembers nothing: what it knows of earlier rounds is in the outbox.

type Unnumbered = MessageOf<'review_request'> | MessageOf<'review_lgtm'>

/** As the message says, else one more than there are rounds on which the reviewer gave feedback before it. */
export function roundOf(message: Unnumbered, reviewerSent: readonly Message[]): number {
  const { type, content } = message
  if (content.review_round !== undefined) return content.review_round
  const [pr, authors] = type === 'review_request' ? [content.pr, [message.from]] : [message.related_pr, message.to]
  const answered = reviewerSent.flatMap((sent) =>
    sent.type === 'review_feedback' && sent.related_pr === pr && sent.to.some((name) => authors.includes(name))
      ? [sent]
      : [],
  )
  // A request has another clock: whatever was sent when it is read came before it.
  const before = answered.filter((sent) => type === 'review_request' || sent.created_at_utc <= message.created_at_utc)
  return new Set(before.map((sent) => sent.content.round)).size + 1
}

/** Which pull request a message is about; null where it does not say. */
export function pullRequestOf(message: Message): number | null {
  if (message.type === 'review_request' || message.type === 'handoff_complete') return message.content.pr
  return message.related_pr ?? null
}

export interface ReviewerBudget {
  readonly turns: number
  readonly seconds: number
}

/** What the reviewer may use, in whole. */
export function budgetOf({ content }: MessageOf<'review_request'>): ReviewerBudget {
  return {
    turns: content.max_turns_reviewer ?? defaultBudget.turns,
    seconds: content.max_runtime_s_reviewer ?? defaultBudget.seconds,
  }
}

/** The smaller of that and what the reviewer gives to anybody. */
export function allowedBudget(request: MessageOf<'review_request'>, own: ReviewerBudget): ReviewerBudget {
  const asked = budgetOf(request)
  return { turns: Math.min(asked.turns, own.turns), seconds: Math.min(asked.seconds, own.seconds) }
}

export interface AnswerInput {
  /** With the nits of the approval that would be sent. */
  readonly gate: PacketGate
  readonly round: number
  readonly maxRounds: number
  readonly budget: 'within' | 'exceeded'
}

export type Answer =
  | { readonly type: 'review_lgtm' }
  | { readonly type: 'review_feedback'; readonly escalation: Escalation | null }

/** The one answer that a request gets. A review that was cut short approves nothing, whatever it found. */
export function decideAnswer({ gate, round, maxRounds, budget }: AnswerInput): Answer {
  if (budget === 'exceeded') return { type: 'review_feedback', escalation: 'reviewer_budget_exceeded' }
  if (gate.result === 'pass') return { type: 'review_lgtm' }
  const isLast = round >= Math.min(maxRounds, roundLimits.most)
  return { type: 'review_feedback', escalation: isLast ? 'max_rounds_exceeded' : null }
}

/** Only an approval that says so twice is a pass. */
export function isApproval(message: Message): boolean {
  return message.type === 'review_lgtm' && message.content.quality_gate_result === 'pass' && message.content.merge_ready
}

/** The one message that ends a request, whichever it is. */
export function isAnswer(type: MessageType): boolean {
  return type === 'review_feedback' || type === 'review_lgtm'
}

/**
 * Whether a message of the reviewer is the answer to this very request, and not to another one under the same id: it goes to
 * whoever asks, and is about the same pull request, round and commit as far as both say so.
 */
export function isAnswerOf(request: Message, message: Message): boolean {
  if (!isAnswer(message.type) || message.parent_message_id !== request.id) return false
  if (!message.to.includes(request.from)) return false
  const isSame = <T>(one: T | null, other: T | null) => one === null || other === null || one === other
  return (
    isSame(pullRequestOf(request), pullRequestOf(message)) &&
    isSame(roundIn(request), roundIn(message)) &&
    isSame(commitIn(request.context_keys), commitIn(message.context_keys))
  )
}

/** The round that a message names; null where it names none. */
export function roundIn(message: Message): number | null {
  if (message.type === 'review_request' || message.type === 'review_lgtm') return message.content.review_round ?? null
  return message.type === 'review_feedback' || message.type === 'review_addressed' ? message.content.round : null
}
