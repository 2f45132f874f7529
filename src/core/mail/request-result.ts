import { type ExitCode, exitCodes } from '../../errors.ts'
import { type Bodies, escalationOf } from './bodies.ts'
import type { Message, MessageOf } from './message.ts'
import type { PacketFinding } from './packet.ts'
import type { PacketGate } from './packet-gate.ts'
import { isApproval } from './round.ts'

/** What came of one request: what `mail review --format json` prints, and `mail serve` on one line. */
export interface RequestResult {
  /** `unanswered`: it is in the inbox again, and `reason` says why. `nothing`: there was none. */
  readonly status: 'approved' | 'feedback' | 'escalated' | 'unanswered' | 'nothing'
  readonly request: RequestSummary | null
  /** What was reviewed, and against what. */
  readonly commit: string | null
  readonly base: string | null
  readonly answer: AnswerSummary | null
  /** By its path in the mailbox. */
  readonly packet: string | null
  readonly gate: PacketGate | null
  readonly findings: readonly PacketFinding[]
  readonly validations: readonly { readonly command: string; readonly status: string }[]
  readonly telemetry: Bodies['review_feedback']['telemetry'] | null
  /** Working files of the review, relative to the root. */
  readonly reviewDir: string | null
  readonly reason: string | null
  readonly hint: string | null
}

export interface RequestSummary {
  readonly id: string
  readonly from: string
  readonly pr: number
  readonly round: number
  readonly branch: string
  readonly subject: string
}

export interface AnswerSummary {
  readonly id: string
  readonly type: 'review_feedback' | 'review_lgtm'
  readonly to: string
  readonly escalation: string | null
  /** It was sent before, by whoever was cut off then; now the request was only finished. */
  readonly wasThere: boolean
}

/** Why there is no answer, and what to do next. */
export interface Unanswered {
  readonly reason: string
  readonly hint: string
}

export const noResult: RequestResult = {
  status: 'nothing',
  request: null,
  commit: null,
  base: null,
  answer: null,
  packet: null,
  gate: null,
  findings: [],
  validations: [],
  telemetry: null,
  reviewDir: null,
  reason: null,
  hint: null,
}

export function summaryOf(request: MessageOf<'review_request'>, round: number): RequestSummary {
  const { id, from, subject, content } = request
  return { id, from, pr: content.pr, round, branch: content.branch, subject }
}

type AnswerMessage = MessageOf<'review_feedback'> | MessageOf<'review_lgtm'>

export function isAnswerMessage(message: Message): message is AnswerMessage {
  return message.type === 'review_feedback' || message.type === 'review_lgtm'
}

/** What a request was answered with. `wasThere`: somebody had done so before. */
export function answeredBy(
  message: AnswerMessage,
  request: MessageOf<'review_request'>,
  wasThere: boolean,
): Pick<RequestResult, 'status' | 'request' | 'answer' | 'packet'> {
  const isFeedback = message.type === 'review_feedback'
  const escalation = isFeedback ? escalationOf(message.content) : null
  const round = (isFeedback ? message.content.round : message.content.review_round) ?? 1
  return {
    status: isApproval(message) ? 'approved' : escalation === null ? 'feedback' : 'escalated',
    request: summaryOf(request, round),
    answer: { id: message.id, type: message.type, to: request.from, escalation, wasThere },
    packet: (isFeedback ? message.content.findings_packet : message.related_packet) ?? null,
  }
}

export function resultExitCode({ status }: Pick<RequestResult, 'status'>): ExitCode {
  return codes[status]
}

const codes: Record<RequestResult['status'], ExitCode> = {
  approved: exitCodes.passed,
  feedback: exitCodes.blocked,
  escalated: exitCodes.escalated,
  unanswered: exitCodes.inconclusive,
  nothing: exitCodes.inconclusive,
}
