import { draftAnswer, fittingNits } from '../../../core/mail/answer.ts'
import { answerNote } from '../../../core/mail/commit-note.ts'
import { afterRequest } from '../../../core/mail/earlier-messages.ts'
import { leaksIn } from '../../../core/mail/leaks.ts'
import type { MessageOf } from '../../../core/mail/message.ts'
import { findingsPath, packetTopic, threadOf } from '../../../core/mail/names.ts'
import { isBlockingFinding, isResolved, type Packet, parsePacket, renderPacket } from '../../../core/mail/packet.ts'
import { type PacketInput, toPacket } from '../../../core/mail/packet-findings.ts'
import { gatePacket } from '../../../core/mail/packet-gate.ts'
import {
  answeredBy,
  isAnswerMessage,
  noResult,
  type RequestResult,
  type Unanswered,
} from '../../../core/mail/request-result.ts'
import { type EarlierRound, reviewedFindings } from '../../../core/mail/reviewed-findings.ts'
import { decideAnswer, isAnswerOf } from '../../../core/mail/round.ts'
import { packetHash } from '../../../io/mail/packets.ts'
import type { Located } from './locate.ts'
import type { ReviewedCommit } from './review-commit.ts'
import type { Reviewer } from './reviewer.ts'

export interface AnswerableReview extends ReviewedCommit {
  readonly request: MessageOf<'review_request'>
  readonly round: number
  readonly located: Located
  readonly earlier: EarlierRound | null
  readonly isWithoutAgent: boolean
  readonly end: Exclude<ReviewedCommit['end'], { kind: 'no_verdict' }>
}

/** The packet first, then the one message that names it. Whoever is cut off in between leaves a packet that nobody was told of. */
export async function sendAnswer(reviewer: Reviewer, review: AnswerableReview): Promise<RequestResult | Unanswered> {
  const { agent, mailbox, settings, leaks, now } = reviewer
  const { request, round, located, end, telemetry, validations, notRun, isWithoutAgent } = review
  const written = writePacket(reviewer, review)
  if ('reason' in written) return written
  const { packet, path, hash } = written
  const nits = fittingNits(packet, request.from)
  const gate = gatePacket({ value: packet }, nits)
  const budget = end.kind === 'cut_short' ? 'exceeded' : 'within'
  const answer = decideAnswer({ gate, round, maxRounds: settings.maxRounds, budget })
  const delivery = await mailbox.deliver(
    {
      from: agent,
      to: [request.from],
      priority: 'P1',
      related_pr: request.content.pr,
      related_packet: path,
      ...threadOf(request),
      context_keys: answerNote(located.commit, hash),
      ...draftAnswer({ request, round, answer, packet, packetPath: path, nits, telemetry, isWithoutAgent }),
    },
    // After a crash the other answer is not sent as well.
    { time: now(), leaks, isSame: (earlier) => isAnswerOf(request, earlier) },
  )
  if (delivery.status === 'refused') return invalid('answer', delivery.problems)
  const { message, status } = delivery
  if (!isAnswerMessage(message)) throw new Error(`${message.id} is no answer`)
  const answered = answeredBy(message, request, status === 'already_sent')
  if (status === 'already_sent') return { ...noResult, ...answered }
  return {
    ...noResult,
    ...answered,
    commit: located.commit,
    base: located.base.name,
    gate,
    findings: packet.findings,
    validations: [
      ...validations.map(({ command, status }) => ({ command, status })),
      ...notRun.map((command) => ({ command, status: 'not_run' })),
    ],
    telemetry,
    reviewDir: review.result.reviewDir,
  }
}

interface WrittenPacket {
  readonly packet: Packet
  readonly path: string
  readonly hash: string
}

/** A packet is never replaced: where one of that name is left from before a crash, this one gets another. */
function writePacket(reviewer: Reviewer, review: AnswerableReview): WrittenPacket | Unanswered {
  const { agent, mailbox, leaks, now } = reviewer
  const { request, round, end, validations, notRun } = review
  const findings = reviewedFindings(review, leaks)
  const isBlocked = findings.some((finding) => isBlockingFinding(finding) && !isResolved(finding))
  const { pr, branch } = request.content
  const input: Omit<PacketInput, 'topic'> = {
    reviewer: agent,
    round,
    time: afterRequest(request, now()),
    verdict: isBlocked || end.kind === 'cut_short' ? 'fail' : 'pass',
    findings,
    validations,
    notRun,
  }
  for (let copy = 1; ; copy++) {
    const packet = toPacket({ ...input, topic: packetTopic(pr, request.from, branch, copy) }, leaks)
    const text = renderPacket(packet)
    const parsed = parsePacket(text)
    const problems = 'problems' in parsed ? parsed.problems : leaksIn(text, leaks)
    if ('problems' in parsed || problems.length > 0) return invalid('findings packet', problems)
    const path = findingsPath(packet.packet_id)
    if (mailbox.writePacket(path, text) === 'written') return { packet: parsed.value, path, hash: packetHash(text) }
  }
}

function invalid(what: string, problems: readonly { readonly line: number; readonly text: string }[]): Unanswered {
  const [first] = problems
  return {
    reason: `The ${what} would not be valid: line ${first?.line}: ${first?.text}.`,
    hint: 'This is a defect of review-loop; the working files of the review are in .review-loop/reviews.',
  }
}
