import { shortened } from '../values/shortened.ts'
import type { Bodies, Nit } from './bodies.ts'
import { mostNits } from './limits.ts'
import { type Message, type MessageOf, renderBody } from './message.ts'
import { isBlockingFinding, isResolved, type Packet } from './packet.ts'
import { nitsOf } from './packet-findings.ts'
import type { Answer } from './round.ts'

// The one message that a reviewer answers with.

type Request = MessageOf<'review_request'>
type Telemetry = NonNullable<Bodies['review_lgtm']['telemetry']>

export interface DraftInput {
  readonly request: Request
  readonly round: number
  readonly answer: Answer
  readonly packet: Packet
  /** By its path in the mailbox. */
  readonly packetPath: string
  readonly nits: readonly Nit[]
  /** Only the built-in reviewers have looked. */
  readonly isWithoutAgent: boolean
  readonly telemetry: Telemetry
}

export type AnswerDraft = { readonly subject: string } & (
  | { readonly type: 'review_lgtm'; readonly content: Bodies['review_lgtm'] }
  | { readonly type: 'review_feedback'; readonly content: Bodies['review_feedback'] }
)

export function draftAnswer(input: DraftInput): AnswerDraft {
  const { request, round, answer, packet, packetPath, telemetry } = input
  const { pr, task_id } = request.content
  const task = task_id === undefined ? {} : { task_id }
  if (answer.type === 'review_lgtm') {
    const note = input.isWithoutAgent ? withoutAgent : ''
    const subject = `LGTM: round ${round} (#${pr})${note}`
    return { type: answer.type, subject, content: { ...approval(input), ...task } }
  }
  const escalation = answer.escalation === null ? {} : { escalation: answer.escalation }
  return {
    type: answer.type,
    subject: `Review feedback: round ${round} (#${pr})`,
    content: {
      findings_packet: packetPath,
      round,
      blocking_count: packet.findings.filter((finding) => isBlockingFinding(finding) && !isResolved(finding)).length,
      ...escalation,
      telemetry,
      ...task,
    },
  }
}

/** Whether an approval says that only built-in reviewers have looked. */
export function isWithoutAgent({ type, subject }: Pick<Message, 'type' | 'subject'>): boolean {
  return type === 'review_lgtm' && subject.endsWith(withoutAgent)
}

const withoutAgent = ', no agent has looked'

function approval({ round, nits, telemetry }: Pick<DraftInput, 'round' | 'nits' | 'telemetry'>) {
  return {
    quality_gate_result: 'pass',
    merge_ready: true,
    ...(nits.length === 0 ? {} : { nits }),
    telemetry,
    review_round: round,
  } as const
}

/** One nit for each open finding that does not block, in words as short as the message needs; none where they do not fit. */
export function fittingNits(packet: Packet, owner: string): readonly Nit[] {
  const nits = nitsOf(packet, owner)
  if (nits.length > mostNits) return []
  const shorter = wordLengths.map((length) => nits.map((nit) => shorterNit(nit, length)))
  return [...shorter, nits.map(shortest)].find(doFit) ?? []
}

const wordLengths = [1000, 400, 150, 60, 20]
/** Of the 20,000 of a body; the rest is for the other fields. */
const room = 18_000

function doFit(nits: readonly Nit[]): boolean {
  return renderBody('review_lgtm', approval({ round: 1, nits, telemetry: {} })).length <= room
}

function shorterNit(nit: Nit, length: number): Nit {
  return { ...nit, summary: shortened(nit.summary, length), next_action: shortened(nit.next_action, length) }
}

/** Under the name of its finding, which the packet describes. */
function shortest({ source, ...nit }: Nit): Nit {
  return { ...nit, nit_id: source ?? nit.nit_id, summary: shortened(nit.summary, 16), next_action: 'see the packet' }
}
