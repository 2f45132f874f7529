import { compareText } from '../values/compare-text.ts'
import type { Message, MessageOf } from './message.ts'
import { isAnswer, roundIn, roundOf } from './round.ts'

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
  /** Earlier requests of this author on it that were done with. */
  readonly answered: readonly Pick<Message, 'id' | 'created_at_utc'>[]
  /** Our packets for this author on it. */
  readonly packets: readonly WrittenPacket[]
}

export interface WrittenPacket {
  readonly path: string
  /** Null: that is not known. */
  readonly created_at_utc: string | null
}

/** What speaks of an answer of ours that is not in the outbox, as a clause; null: nothing does. */
export function unknownAnswer(said: Said, request: Request): string | null {
  const { agent, sentIds } = said
  const { from, parent_message_id: parent, content } = request
  const answers = said.sent.filter(
    ({ type, to, related_pr: pr }) => isAnswer(type) && pr === content.pr && to.includes(from),
  )
  const rounds = new Set(
    answers.map((answer) => (answer.type === 'review_lgtm' ? roundOf(answer, said.sent) : roundIn(answer))),
  )
  const before = (content.review_round ?? 1) - 1
  if (before > 0 && !rounds.has(before))
    return `${from} asks for round ${before + 1}, and it has none of round ${before}`
  const answered = said.addressed.find(({ content: { round } }) => !rounds.has(round))
  if (answered !== undefined) return `${answered.id} is about one of round ${answered.content.round}, which it has not`
  const isLost = (id: string | undefined) => id?.includes(`-${agent}-`) === true && !sentIds.has(id)
  if (isLost(parent)) return `the request follows ${parent}, which it has not`
  // Whoever begins anew needs nothing of before.
  if (content.review_round === 1) return null
  const following = said.addressed.find((message) => isLost(message.parent_message_id) && !isFollowed(message, answers))
  if (following !== undefined) return `${following.id} follows ${following.parent_message_id}, which it has not`
  return unknownRound(said, request, answers)
}

/** The same by what is left of an earlier round: its request, or its packet. */
function unknownRound({ answered, packets }: Said, request: Request, answers: readonly Message[]): string | null {
  const done = answered.find(
    (message) =>
      message.id !== request.id &&
      !answers.some(({ parent_message_id: parent }) => parent === message.id) &&
      !isFollowed(message, answers),
  )
  if (done !== undefined) return `${done.id} was answered, and it has no answer since then`
  const named = new Set(answers.flatMap(packetsIn))
  // One that is younger than the request is what a crash left of its own answer.
  const left = packets
    .filter(({ path }) => !named.has(path))
    .find(
      ({ created_at_utc: created }) =>
        created === null || (created <= request.created_at_utc && !isFollowed({ created_at_utc: created }, answers)),
    )
  return left === undefined ? null : `${left.path} belongs to one that it has not`
}

/** Whoever answered after something knew of it. In the same second, nobody can say. */
function isFollowed(
  { created_at_utc: created }: Pick<Message, 'created_at_utc'>,
  answers: readonly Message[],
): boolean {
  return answers.some((answer) => answer.created_at_utc > created)
}

function packetsIn(answer: Message): readonly string[] {
  const named = answer.related_packet === undefined ? [] : [answer.related_packet]
  return answer.type === 'review_feedback' ? [...named, answer.content.findings_packet] : named
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

/** When a packet that answers a request is written: later than it by the clock of messages, which knows only seconds. */
export function afterRequest({ created_at_utc: created }: Pick<Message, 'created_at_utc'>, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(created) + 1000))
}

function byAge(one: Message, other: Message): number {
  return compareText(one.created_at_utc, other.created_at_utc) || compareText(one.id, other.id)
}
