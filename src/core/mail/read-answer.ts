import type { Finding, Gate } from '../../types.ts'
import type { LedgerEntry } from '../loop/types.ts'
import type { ReviewAnswer, ReviewRequest } from './answer-to.ts'
import { findingsOf, laterFindings, waivedIn } from './author-findings.ts'
import type { Escalation } from './bodies.ts'
import { commitIn } from './commit-note.ts'
import type { Parsed } from './document.ts'
import type { MessageOf } from './message.ts'
import type { Packet } from './packet.ts'
import { contradictions } from './packet-check.ts'
import { gatePacket } from './packet-gate.ts'
import { isApproval } from './round.ts'

export interface AnswerToRead {
  readonly request: ReviewRequest
  readonly answer: ReviewAnswer
  /** What the feedback names; null where it is not there. */
  readonly packet: Parsed<Packet> | null
  /** As it is before this answer. */
  readonly ledger: readonly LedgerEntry[]
}

export type ReadAnswer =
  | {
      readonly counts: true
      readonly gate: Gate
      readonly findings: readonly Finding[]
      /** Those that the reviewer lets be. */
      readonly waived: readonly Finding[]
      /** Why there is no further round; null: it does not say so. */
      readonly final: string | null
    }
  | {
      readonly counts: false
      /** A sentence. */
      readonly reason: string
      /** What the reviewer is asked about it; null: nothing that it could answer. */
      readonly question: string | null
    }

/** What an answer means for the loop. What does not hold together approves nothing, and blames nobody. */
export function readAnswer({ request, answer, packet, ledger }: AnswerToRead): ReadAnswer {
  const asked = commitIn(request.context_keys)
  const seen = commitIn(answer.context_keys)
  if (asked !== null && seen !== null && seen !== asked) {
    return unusable(`${answer.from} answered about ${short(seen)}, and was asked about ${short(asked)}`)
  }
  const round = request.content.review_round ?? 1
  if (answer.type === 'review_lgtm') return readApproval(answer, round, ledger)
  const wrong =
    answer.content.round === round ? [] : [`it is of round ${answer.content.round}, and ${round} was asked for`]
  return readFeedback(answer, packet, wrong)
}

function readApproval(answer: MessageOf<'review_lgtm'>, round: number, ledger: readonly LedgerEntry[]): ReadAnswer {
  const { from, content } = answer
  if ((content.review_round ?? round) !== round) {
    return unusable(`${from} approved round ${content.review_round}, and was asked for round ${round}`)
  }
  if (!isApproval(answer)) {
    const said = `quality_gate_result is ${content.quality_gate_result}, merge_ready is ${content.merge_ready}`
    return unusable(`${from} sent an LGTM that approves nothing: ${said}`)
  }
  const gate = { result: 'pass', reasons: [] } as const
  return { counts: true, gate, findings: laterFindings(answer, ledger), waived: [], final: null }
}

function readFeedback(
  feedback: MessageOf<'review_feedback'>,
  packet: Parsed<Packet> | null,
  wrong: readonly string[],
): ReadAnswer {
  const { from, content } = feedback
  const name = content.findings_packet
  if (packet === null) return asked(from, [`${name} is not there`])
  if ('problems' in packet) {
    return asked(
      from,
      packet.problems.slice(0, 5).map(({ line, text }) => `${name}, line ${line}: ${text}`),
    )
  }
  const problems = [...wrong, ...contradictions(packet.value, feedback)]
  if (problems.length > 0)
    return asked(
      from,
      problems.map((problem) => `${name}: ${problem}`),
    )
  return readPacket(packet.value, feedback)
}

function readPacket(packet: Packet, { from, content }: MessageOf<'review_feedback'>): ReadAnswer {
  const findings = findingsOf(packet)
  const final = content.escalation === undefined ? null : `${from} ${whyFinal[content.escalation]}`
  const { reasons } = gatePacket({ value: packet })
  if (final === null && !findings.some(({ blocking }) => blocking)) {
    const why = reasons.length === 0 ? 'nothing in it blocks, and it is no approval' : reasons.join(' ')
    return unusable(`${from} sent feedback with nothing to fix in it: ${why}`)
  }
  const said = [...reasons, ...(final === null ? [] : [`${final}.`])]
  return { counts: true, gate: { result: 'blocked', reasons: said }, findings, waived: waivedIn(packet), final }
}

const whyFinal: Record<Escalation, string> = {
  max_rounds_exceeded: 'gives no further round: they are used up (max_rounds_exceeded)',
  reviewer_budget_exceeded: 'used up what it may use, and may have missed something (reviewer_budget_exceeded)',
}

function asked(from: string, problems: readonly string[]): ReadAnswer {
  const question = `The feedback cannot be used:\n\n${problems.map((problem) => `- ${problem}`).join('\n')}`
  return { counts: false, reason: `The feedback of ${from} cannot be used: ${problems[0]}.`, question }
}

function unusable(reason: string): ReadAnswer {
  return { counts: false, reason: reason.endsWith('.') ? reason : `${reason}.`, question: null }
}

const short = (commit: string): string => commit.slice(0, 10)
