import type { Escalation } from './bodies.ts'
import { defaultBudget } from './bodies.ts'
import type { Message, MessageOf } from './message.ts'
import type { PacketGate } from './packet-gate.ts'

// Rounds of a review by mail. The reviewer remembers nothing: what it knows of earlier rounds is in the outbox.

export const roundLimits = { usual: 2, most: 3 } as const

/** As the request says, else one more than there are rounds we gave feedback on. */
export function roundOf(request: MessageOf<'review_request'>, outbox: readonly Message[]): number {
  const told = request.content.review_round
  if (told !== undefined) return told
  const answered = outbox.flatMap((message) =>
    message.type === 'review_feedback' && message.related_pr === request.content.pr && message.to.includes(request.from)
      ? [message.content.round]
      : [],
  )
  return new Set(answered).size + 1
}

/** Which pull request a message is about; null where it does not say. */
export function pullRequestOf(message: Message): number | null {
  if (message.type === 'review_request' || message.type === 'handoff_complete') return message.content.pr
  return message.related_pr ?? null
}

/** What the reviewer may use, in whole. */
export function budgetOf({ content }: MessageOf<'review_request'>): {
  readonly turns: number
  readonly seconds: number
} {
  return {
    turns: content.max_turns_reviewer ?? defaultBudget.turns,
    seconds: content.max_runtime_s_reviewer ?? defaultBudget.seconds,
  }
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

/**
 * The same for a message that was sent before a crash and for the one that would be sent after it; null for messages that may
 * be sent as often as one likes. `round` is that of the review.
 */
export function deliveryKey(message: Message, round: number): string | null {
  const pr = pullRequestOf(message)
  if (pr === null || !message.type.startsWith('review_')) return null
  return [message.from, [...message.to].sort().join('+'), pr, round, message.type].join('/')
}
