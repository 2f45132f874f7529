import { longestSummary } from '../../../core/mail/addressed.ts'
import type { ReviewRequest } from '../../../core/mail/answer-to.ts'
import { escalationOf } from '../../../core/mail/bodies.ts'
import { commitIn } from '../../../core/mail/commit-note.ts'
import { leftFeedback } from '../../../core/mail/left-feedback.ts'
import type { Message, MessageOf } from '../../../core/mail/message.ts'
import { toRawFindings } from '../../../core/mail/packet-findings.ts'
import { roundIn } from '../../../core/mail/round.ts'
import { compareText } from '../../../core/values/compare-text.ts'
import { LoopError } from '../../../errors.ts'
import type { Repository } from '../../../io/git/repository.ts'
import { readWorkState } from '../../../io/git/snapshot.ts'
import type { Claim } from '../../../io/mail/claim-message.ts'
import type { Mailbox } from '../../../io/mail/mailbox.ts'
import { liveHolder } from '../../../io/session-lock.ts'
import { namedPacket } from '../named-packet.ts'
import { type Post, safe, sentMessages } from './post.ts'
import { sendRequest } from './send-request.ts'
import { answersAbout, processedMessages } from './take-answer.ts'
import { sendAddressed } from './tell-done.ts'

export type Feedback = MessageOf<'review_feedback'>

export interface TakenFeedback {
  /** Whoever takes it gives it back or finishes it; null: a loop that ended has finished it. */
  readonly claim: Claim | null
  readonly feedback: Feedback
}

/** The newest feedback about a pull request that nobody has answered; null: there is none. */
export async function takeFeedback(
  mailbox: Mailbox,
  as: string,
  pr: number,
  { now, accepts }: { readonly now: Date } & Pick<Post, 'accepts'>,
): Promise<TakenFeedback | null> {
  // What a dead process had taken is back.
  await mailbox.claim(as, now, () => false)
  const waiting = mailbox
    .list(as, now)
    .waiting.filter(({ header }) => header.type === 'review_feedback' && header.related_pr === pr)
  const [newest] = waiting.sort((one, other) => compareText(other.header.created_at_utc, one.header.created_at_utc))
  const processed = answersAbout({ mailbox, accepts }, as, pr)
  const left = leftFeedback(
    processed,
    mailbox.sentAbout(as, pr).map(({ message }) => message),
  )
  if (left !== null && (newest === undefined || newest.header.created_at_utc < left.created_at_utc)) {
    return { claim: null, feedback: left }
  }
  if (newest === undefined) return null
  const { claim } = await mailbox.claim(as, now, ({ id }) => id === newest.header.id)
  if (claim === null) return null
  if (claim.message.type === 'review_feedback') return { claim, feedback: claim.message }
  mailbox.release(claim)
  return null
}

export interface AddressOrder {
  readonly feedback: Feedback
  /** Ids of findings; null: those in whose files something was changed. */
  readonly fixed: readonly string[] | null
  readonly summary: string | null
  /** Whether the next round is asked for. */
  readonly asks: boolean
}

export interface AddressResult {
  readonly addressed: Message
  /** Null: no further round was asked for. */
  readonly request: Message | null
}

/** Tells the reviewer what was committed since it was asked, and asks for the next round. Refuses where there is nothing to tell. */
export async function addressFeedback(
  post: Post,
  repository: Repository,
  { feedback, fixed, summary, asks }: AddressOrder,
  push: (commit: string) => Promise<void>,
): Promise<AddressResult> {
  const { branch, head, dirty } = await readWorkState(repository)
  const request = requestOf(post, feedback)
  if (request === undefined) {
    throw usage(`the request that ${feedback.id} answers is not in the outbox: ask anew with review-loop mail author`)
  }
  if (branch !== request.content.branch) {
    throw usage(`check out ${request.content.branch}, the branch that was reviewed`)
  }
  const holder = liveHolder(repository.root, branch)
  if (holder !== null) throw usage(`session ${holder.session} is at work on ${branch}, and answers itself`)
  if (dirty.length > 0) throw usage(`${dirty[0]} is not committed: whoever reviews sees commits only`)
  if (head === null) throw usage(`there is no commit on ${branch}`)
  const from = await reviewedCommit(repository, feedback, request)
  if (from === head) throw usage(`nothing was committed since ${feedback.from} looked at ${from.slice(0, 10)}`)
  const findings = findingsOf(post, feedback)
  const unknown = fixed?.find((id) => findings !== null && !findings.some((finding) => finding.id === id))
  if (unknown !== undefined) throw usage(`there is no open finding ${unknown} in ${feedback.content.findings_packet}`)
  await push(head)
  const addressed = await sendAddressed(post, repository, {
    round: feedback.content.round,
    from,
    commit: head,
    findings: findings ?? (fixed ?? []).map((id) => ({ id, file: null })),
    claims: fixed?.map((id) => ({ id, how: 'fixed' })) ?? null,
    summary,
    feedback,
  })
  if (!asks || escalationOf(feedback.content) !== null) return { addressed, request: null }
  const next = await sendRequest(post, {
    round: feedback.content.round + 1,
    branch,
    commit: head,
    summary: safe(post, request.content.diff_summary, longestSummary),
    after: feedback,
  })
  return { addressed, request: next }
}

/** What a session that begins says first: what was committed since the feedback that an earlier one left. Null: there is nothing to say. */
export async function tellLeft(
  post: Post,
  repository: Repository,
  { branch, commit }: { readonly branch: string; readonly commit: string },
): Promise<Feedback | null> {
  const feedback = leftBefore(post)
  const request = feedback === null ? undefined : requestOf(post, feedback)
  if (feedback === null || request?.content.branch !== branch) return null
  const from = await reviewedCommit(repository, feedback, request)
  if (from === commit) return null
  const findings = findingsOf(post, feedback) ?? []
  const { round } = feedback.content
  await sendAddressed(post, repository, { round, from, commit, findings, claims: null, summary: null, feedback })
  return feedback
}

/** The feedback that a session took and nobody has answered. */
export function leftBefore(post: Post): Feedback | null {
  return leftFeedback(processedMessages(post), sentMessages(post))
}

/** What the feedback answers; undefined: it is not in the outbox any more. */
function requestOf(post: Post, feedback: Feedback): ReviewRequest | undefined {
  const { parent_message_id: parent, from, created_at_utc: created, content } = feedback
  const requests = sentMessages(post).flatMap((message) => (message.type === 'review_request' ? [message] : []))
  const isOfRound = (request: ReviewRequest) => (roundIn(request) ?? content.round) === content.round
  return requests.findLast((request) =>
    parent === undefined
      ? request.to.includes(from) && isOfRound(request) && request.created_at_utc <= created
      : request.id === parent,
  )
}

/** The commit that was asked about; where no message names it, the last one before the question. */
async function reviewedCommit(repository: Repository, feedback: Feedback, request: ReviewRequest): Promise<string> {
  const named = commitIn(feedback.context_keys) ?? commitIn(request.context_keys)
  const isHere = named !== null && (await repository.try(['cat-file', '-e', `${named}^{commit}`])).code === 0
  if (isHere) return named
  const time = request.created_at_utc
  const [last = ''] = (await repository.read(['rev-list', '-1', `--before=${time}`, 'HEAD'])).split('\n')
  if (last === '') throw usage('it is not known which commit was reviewed: no message names one, and none is older')
  return last
}

/** What is open in the packet; null where it cannot be read. */
function findingsOf({ mailbox, notice }: Post, feedback: Feedback) {
  const packet = namedPacket(mailbox, feedback)
  if (packet !== null && 'value' in packet) {
    return toRawFindings(packet.value).map(({ id, raw }) => ({ id, file: raw.file }))
  }
  notice(
    `${feedback.content.findings_packet} cannot be read: which findings are mended is not said, unless --fixed names them.`,
  )
  return null
}

const usage = (problem: string) => new LoopError('usage', { problem, command: 'mail address' })
