import { compareText } from '../compare-text.ts'
import type { Message, MessageOf } from './message.ts'
import { isAnswer, roundIn } from './round.ts'

// What a reviewer, who remembers nothing, finds in its own folders about a pull request.

type Request = MessageOf<'review_request'>

/** The last feedback that was given to this author on this pull request; null: there was none. */
export function lastFeedback(sent: readonly Message[], request: Request): MessageOf<'review_feedback'> | null {
  const given = sent.flatMap((message) => (message.type === 'review_feedback' ? [message] : []))
  const meant = given.filter(({ related_pr: pr, to }) => pr === request.content.pr && to.includes(request.from))
  return meant.sort(byAge).at(-1) ?? null
}

export interface Said {
  readonly agent: string
  /** Ids of all that is in the outbox, whatever it is about. */
  readonly sentIds: ReadonlySet<string>
  /** What it has about this pull request. */
  readonly sent: readonly Message[]
  readonly addressed: readonly MessageOf<'review_addressed'>[]
}

/** What speaks of an answer of ours that is not in the outbox, as a clause; null: nothing does. */
export function unknownAnswer({ agent, sentIds, sent, addressed }: Said, request: Request): string | null {
  const { from, parent_message_id: parent, content } = request
  const answers = sent.filter(
    ({ type, to, related_pr: pr }) => isAnswer(type) && pr === content.pr && to.includes(from),
  )
  const rounds = new Set(answers.map(roundIn))
  const before = (content.review_round ?? 1) - 1
  if (before > 0 && !rounds.has(before))
    return `${from} asks for round ${before + 1}, and it has none of round ${before}`
  const answered = addressed.find(({ content: { round } }) => !rounds.has(round))
  if (answered !== undefined) return `${answered.id} is about one of round ${answered.content.round}, which it has not`
  const isOurs = parent?.includes(`-${agent}-`) === true && !sentIds.has(parent)
  return isOurs ? `the request follows ${parent}, which it has not` : null
}

/** What the author said was done, the oldest first; nothing of what was said after the request. */
export function addressedBefore(
  received: readonly Message[],
  request: Request,
): readonly MessageOf<'review_addressed'>[] {
  return received
    .flatMap((message) => (message.type === 'review_addressed' ? [message] : []))
    .filter((message) => belongsTo(message, request))
    .sort(byAge)
}

/** By what stands on the envelope. */
export function belongsTo(message: Pick<Message, 'from' | 'related_pr' | 'created_at_utc'>, request: Request): boolean {
  const { from, related_pr: pr, created_at_utc: created } = message
  return from === request.from && pr === request.content.pr && created <= request.created_at_utc
}

function byAge(one: Message, other: Message): number {
  return compareText(one.created_at_utc, other.created_at_utc) || compareText(one.id, other.id)
}
