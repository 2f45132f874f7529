import type { LedgerEntry } from '../loop/types.ts'
import { answersToRead, type ReviewAnswer, type ReviewRequest } from './answer-to.ts'
import type { Parsed } from './document.ts'
import type { Packet } from './packet.ts'
import { contradicting, type ReadAnswer, readAnswer, unreadable } from './read-answer.ts'
import { isApproval } from './round.ts'

export interface AnswersToRead {
  readonly request: ReviewRequest
  /** Each with the packet that it names; null where that is not there, or where it names none. */
  readonly answers: readonly { readonly answer: ReviewAnswer; readonly packet: Parsed<Packet> | null }[]
  /** Files that may be feedback on the same request, and that nobody could take. */
  readonly broken: readonly string[]
  /** As it is before the answers. */
  readonly ledger: readonly LedgerEntry[]
}

export interface Answered {
  readonly answer: ReviewAnswer
  readonly read: ReadAnswer
  /** Something that belongs to it may still come: a folder that is synchronised brings one file after the other. */
  readonly isWaitedFor: boolean
}

/** What all answers to one request come to. Of several that go together each has to count; null: there is none. */
export function readAnswers({ request, answers, broken, ledger }: AnswersToRead): Answered | null {
  const meant = answersToRead(answers.map(({ answer }) => answer))
  const approval = answers.find(({ answer }) => isApproval(answer))?.answer
  if (meant === null && approval !== undefined) {
    const read = contradicting(answers.map(({ answer }) => answer))
    return { answer: approval, read, isWaitedFor: false }
  }
  const all = (meant ?? []).map((answer) => {
    const packet = answers.find((each) => each.answer === answer)?.packet ?? null
    const isWaitedFor = packet === null && packetPath(answer) !== undefined
    return { answer, read: readAnswer({ request, answer, packet, ledger }), isWaitedFor }
  })
  const found = all.find(({ isWaitedFor }) => isWaitedFor) ?? all.find(({ read }) => !read.counts) ?? all.at(-1) ?? null
  if (found === null || approval === undefined || broken.length === 0) return found
  return { answer: approval, read: unreadable(broken), isWaitedFor: true }
}

/** Where an answer says that its packet is; undefined: it names none. */
export function packetPath(answer: ReviewAnswer): string | undefined {
  return answer.type === 'review_feedback' ? answer.content.findings_packet : answer.related_packet
}
