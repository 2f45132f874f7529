import { isRequestFor, type ReviewAnswer, type ReviewRequest } from '../../../core/mail/answer-to.ts'
import { commitIn, commitNote } from '../../../core/mail/commit-note.ts'
import type { Message } from '../../../core/mail/message.ts'
import { newConversationId } from '../../../core/mail/names.ts'
import type { Outgoing } from '../../../io/mail/deliver.ts'
import { type Post, sendAgain, sendOnce, sentMessages } from './post.ts'
import { processedAnswer, processedMessages } from './take-answer.ts'

export interface RequestOrder {
  readonly round: number
  readonly branch: string
  readonly commit: string
  readonly summary: string
  /** What it follows; null: nothing. */
  readonly after: Message | null
}

/** Asks for a review, once: the same round of the same commit is the same request. */
export async function sendRequest(post: Post, order: RequestOrder): Promise<ReviewRequest> {
  const known = knownRequest(post, order)
  if (known !== undefined) return known
  return asRequest(await sendOnce(dated(post), requestOf(post, order), (message) => isAbout(message, post, order)))
}

/** Asks once more, because the answer does not count. */
export async function repeatRequest(post: Post, order: RequestOrder, answer: ReviewAnswer): Promise<ReviewRequest> {
  return asRequest(await sendAgain(dated(post), requestOf(post, { ...order, after: answer })))
}

/**
 * A request is newer than every answer that is here already, also where clocks differ or were set back: an answer that does not say
 * what it replies to is told from an earlier one by that.
 */
function dated(post: Post): Post {
  const last = Date.parse(processedMessages(post).at(-1)?.created_at_utc ?? '')
  const now = post.now()
  return last > now.getTime() ? { ...post, now: () => new Date(Math.min(last + 1000, lastTime)) } : post
}

const lastTime = Date.parse('9999-12-31T23:59:59Z')

/** What was asked before; of several, the one that nobody has answered. */
function knownRequest(post: Post, order: Pick<RequestOrder, 'round' | 'commit'>): ReviewRequest | undefined {
  const all = sentMessages(post).flatMap((message) => (isAbout(message, post, order) ? [message] : []))
  return all.find((request) => processedAnswer(post, request) === null) ?? all.at(-1)
}

export interface Exchange {
  readonly request: ReviewRequest
  readonly answer: ReviewAnswer
}

/** What a round came to: the last request for it that was answered. */
export function lastExchange(post: Post, round: number): Exchange | null {
  const { to, pr } = post.parties
  const all = sentMessages(post).flatMap((request) => {
    const answer = isRequestFor({ to, pr, round }, request) ? processedAnswer(post, request) : null
    return answer === null || request.type !== 'review_request' ? [] : [{ request, answer }]
  })
  return all.at(-1) ?? null
}

function isAbout(
  message: Message,
  { parties: { to, pr } }: Post,
  { round, commit }: Pick<RequestOrder, 'round' | 'commit'>,
): message is ReviewRequest {
  return isRequestFor({ to, pr, round }, message) && commitIn(message.context_keys) === commit
}

function requestOf(post: Post, { round, branch, commit, summary, after }: RequestOrder): Outgoing {
  const { as, to, pr } = post.parties
  const { turns, seconds } = post.budget
  return {
    from: as,
    to: [to],
    type: 'review_request',
    priority: 'P1',
    related_pr: pr,
    conversation_id: conversationOf(post),
    ...(after === null ? {} : { parent_message_id: after.id }),
    context_keys: commitNote(commit),
    subject: `Review: round ${round} (#${pr})`,
    content: {
      pr,
      branch,
      diff_summary: summary,
      max_turns_reviewer: turns,
      max_runtime_s_reviewer: seconds,
      review_round: round,
    },
  }
}

/** One for all that is said about a pull request. */
export function conversationOf(post: Post): string {
  const { as, to, pr } = post.parties
  const last = sentMessages(post).findLast(
    (message) => message.to.includes(to) && message.conversation_id !== undefined,
  )
  return last?.conversation_id ?? newConversationId(post.now(), as, pr % 1_000_000)
}

function asRequest(message: Message): ReviewRequest {
  if (message.type === 'review_request') return message
  throw new Error(`a request was sent as ${message.type}`)
}
