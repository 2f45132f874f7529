import type { Finding, Gate } from '../../types.ts'
import type { DocumentProblem } from '../loop/parse-findings.ts'
import type { LedgerEntry } from '../loop/types.ts'
import { firstFew } from '../values/first-few.ts'
import type { ReviewAnswer, ReviewRequest } from './answer-to.ts'
import { findingsOf, laterFindings, stillOpen, waivedIn } from './author-findings.ts'
import { type Escalation, escalationOf } from './bodies.ts'
import { commitIn, otherCommit, packetHashIn } from './commit-note.ts'
import type { Parsed } from './document.ts'
import type { MessageOf } from './message.ts'
import type { Packet } from './packet.ts'
import { contradictions, mixedUp } from './packet-check.ts'
import { gatePacket, openNits } from './packet-gate.ts'
import { isApproval } from './round.ts'

export interface AnswerToRead {
  readonly request: ReviewRequest
  readonly answer: ReviewAnswer
  /** What the answer names; null where it is not there, or names none. */
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
      /** What a person should know besides. */
      readonly notices: readonly string[]
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
  const other = otherCommit(answer.context_keys, asked)
  if (other !== null) {
    const about = asked === null ? 'and about another commit, too' : `and was asked about ${short(asked)}`
    return unusable(`${answer.from} answered about ${short(other)}, ${about}`)
  }
  const round = request.content.review_round ?? 1
  if (answer.type === 'review_lgtm') return readApproval(answer, packet, round, ledger)
  const wrong =
    answer.content.round === round ? [] : [`it is of round ${answer.content.round}, and ${round} was asked for`]
  return readFeedback(answer, packet, wrong, ledger)
}

/** What is said of answers to one request of which some approve, and some do not. */
export function contradicting(answers: readonly ReviewAnswer[]): ReadAnswer {
  const [from] = answers.map((answer) => answer.from)
  const said = answers.map((answer) => `${answer.id} ${isApproval(answer) ? 'approves' : 'does not'}`)
  const reason = `The answers of ${from} contradict each other: ${said.join(', ')}.`
  return { counts: false, reason, question: `${reason}\n\nNone of them counts.` }
}

/** What is said of an approval beside which something may be feedback that nobody can read. */
export function unreadable(files: readonly string[]): ReadAnswer {
  const which = firstFew(files, 3).join(', ')
  return unusable(
    `The approval does not count: ${which} cannot be read, has expired or is not signed, and may be feedback on the same request. Bring it back as it was sent, or remove it if it is none`,
  )
}

function readApproval(
  answer: MessageOf<'review_lgtm'>,
  packet: Parsed<Packet> | null,
  round: number,
  ledger: readonly LedgerEntry[],
): ReadAnswer {
  const { from, content, related_packet: name } = answer
  if ((content.review_round ?? round) !== round) {
    return unusable(`${from} approved round ${content.review_round}, and was asked for round ${round}`)
  }
  if (!isApproval(answer)) {
    const said = `quality_gate_result is ${content.quality_gate_result}, merge_ready is ${content.merge_ready}`
    return unusable(`${from} sent an LGTM that approves nothing: ${said}`)
  }
  const problems = name === undefined ? lostName(answer) : whyNotApproved(answer, name, packet, round)
  if (problems.length > 0) return asked('approval', from, problems)
  const gate = { result: 'pass', reasons: [] } as const
  const notices = packet === null ? [] : gatePacket(packet).notices
  return { counts: true, gate, findings: laterFindings(answer, ledger), waived: [], final: null, notices }
}

/** An approval that notes what its packet is, and does not name it, has lost the name. */
function lostName({ context_keys: keys }: MessageOf<'review_lgtm'>): readonly string[] {
  return packetHashIn(keys) === null ? [] : ['it notes the hash of a packet, and "related_packet" names none']
}

/** What the packet of an approval has against it. */
function whyNotApproved(
  { from, content }: MessageOf<'review_lgtm'>,
  name: string,
  packet: Parsed<Packet> | null,
  round: number,
): readonly string[] {
  if (packet === null) return [`${name} is not there`]
  if ('problems' in packet) return problemsIn(name, packet.problems)
  // The older form of nits does not say which findings they come from.
  const isOlder = content.nits === undefined && Array.isArray(content.follow_ups)
  const { reasons } = gatePacket(packet, isOlder ? undefined : (content.nits ?? []))
  return [...mixedUp(packet.value, from, round), ...reasons].map((reason) => `${name}: ${reason.replace(/\.$/, '')}`)
}

function readFeedback(
  feedback: MessageOf<'review_feedback'>,
  packet: Parsed<Packet> | null,
  wrong: readonly string[],
  ledger: readonly LedgerEntry[],
): ReadAnswer {
  const { from, content } = feedback
  const problems = whyUnusable(feedback, packet, wrong)
  const escalation = escalationOf(content)
  const final = escalation === null ? null : `${from} ${whyFinal(escalation)}`
  if (packet !== null && 'value' in packet && problems.length === 0)
    return readPacket({ ...packet.value, reviewer: from }, from, final)
  if (final === null) return asked('feedback', from, problems)
  // It is the last word all the same: what was open before stays open.
  const reasons = [`${final}.`, `Its findings cannot be used: ${firstFew(problems, 3).join('; ')}.`]
  const gate = { result: 'blocked', reasons } as const
  return { counts: true, gate, findings: stillOpen(ledger), waived: [], final, notices: [] }
}

function whyUnusable(
  feedback: MessageOf<'review_feedback'>,
  packet: Parsed<Packet> | null,
  wrong: readonly string[],
): readonly string[] {
  const name = feedback.content.findings_packet
  if (packet === null) return [`${name} is not there`]
  if ('problems' in packet) return problemsIn(name, packet.problems)
  return [...wrong, ...contradictions(packet.value, feedback)].map((problem) => `${name}: ${problem}`)
}

function readPacket(packet: Packet, from: string, final: string | null): ReadAnswer {
  const findings = findingsOf(packet)
  const { reasons, notices } = gatePacket({ value: packet })
  if (final === null && !findings.some(({ blocking }) => blocking)) {
    const why = [...notices, whyNoApproval(packet, reasons)].join(' ')
    return unusable(`${from} sent feedback with nothing to fix in it: ${why}`)
  }
  const gate = { result: 'blocked', reasons: [...reasons, ...(final === null ? [] : [`${final}.`])] } as const
  return { counts: true, gate, findings, waived: waivedIn(packet), final, notices }
}

function whyNoApproval(packet: Packet, reasons: readonly string[]): string {
  if (reasons.length > 0) return reasons.join(' ')
  const open = openNits(packet).map(({ id }) => id)
  if (open.length === 0) return 'nothing in it blocks, and it is no approval'
  const what = `none blocks, but an approval has to carry every open finding as a nit, and there are ${open.length}`
  return `${what} (${firstFew(open, 3).join(', ')}). Mend some of them, commit, and go on`
}

const whyFinalWords: ReadonlyMap<string, string> = new Map<Escalation, string>([
  ['max_rounds_exceeded', 'gives no further round: they are used up'],
  ['reviewer_budget_exceeded', 'used up what it may use, and may have missed something'],
])

function whyFinal(escalation: string): string {
  return `${whyFinalWords.get(escalation) ?? 'gives no further round and asks for a person'} (${escalation})`
}

function asked(what: 'feedback' | 'approval', from: string, problems: readonly string[]): ReadAnswer {
  const question = `The ${what} cannot be used:\n\n${problems.map((problem) => `- ${problem}`).join('\n')}`
  const reason = `The ${what} of ${from} cannot be used: ${firstFew(problems, 3).join('; ')}.`
  return { counts: false, reason, question }
}

function problemsIn(name: string, problems: readonly DocumentProblem[]): readonly string[] {
  return problems.slice(0, 5).map(({ line, text }) => `${name}, line ${line}: ${text}`)
}

function unusable(reason: string): ReadAnswer {
  return { counts: false, reason: reason.endsWith('.') ? reason : `${reason}.`, question: null }
}

const short = (commit: string): string => commit.slice(0, 10)
