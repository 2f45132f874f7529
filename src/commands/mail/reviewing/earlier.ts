import { commitIn, packetHashIn } from '../../../core/mail/commit-note.ts'
import type { Parsed } from '../../../core/mail/document.ts'
import { addressedBefore, belongsTo, lastFeedback } from '../../../core/mail/earlier-messages.ts'
import type { Message, MessageOf } from '../../../core/mail/message.ts'
import type { Packet } from '../../../core/mail/packet.ts'
import { ownContradictions } from '../../../core/mail/packet-check.ts'
import type { Unanswered } from '../../../core/mail/request-result.ts'
import type { DoneSince, EarlierRound } from '../../../core/mail/reviewed-findings.ts'
import { resolveCommit } from '../../../io/git/base.ts'
import { isAncestor } from '../../../io/git/follow-up.ts'
import { treeDifference } from '../../../io/git/tree-difference.ts'
import { readTreeTexts } from '../../../io/git/tree-texts.ts'
import { namedPacket } from '../named-packet.ts'
import { lostAnswer } from './lost-answer.ts'
import type { Reviewer } from './reviewer.ts'
import { sayRest, sayUntrusted } from './say.ts'

/** What our own folders say about earlier rounds. */
export interface Earlier {
  /** The last one; null: there was none. */
  readonly round: { readonly feedback: MessageOf<'review_feedback'>; readonly packet: Packet } | null
  /** What the author said was done. */
  readonly addressed: readonly MessageOf<'review_addressed'>[]
}

type Request = MessageOf<'review_request'>

/** Whoever does not know what was found before cannot say that it is mended: then there is no answer. */
export function readEarlier(reviewer: Reviewer, request: Request, sent: readonly Message[]): Earlier | Unanswered {
  const feedback = lastFeedback(sent, request)
  const addressed = addressedBefore(received(reviewer, request), request)
  const lost = lostAnswer(reviewer, request, sent, addressed)
  if (lost !== null) return lost
  if (feedback === null) return { round: null, addressed }
  const packet = packetOf(reviewer, feedback)
  return 'reason' in packet ? packet : { round: { feedback, packet }, addressed }
}

/** For a review of this commit. */
export async function earlierRound(
  reviewer: Reviewer,
  { round, addressed }: Earlier,
  commit: string,
): Promise<EarlierRound | null> {
  if (round === null) return null
  const { feedback, packet } = round
  const reviewed = commitIn(feedback.context_keys) ?? askedThen(reviewer, feedback)
  const before = reviewed === null ? undefined : await resolveCommit(reviewer.repository, reviewed)
  const claimed = addressed.flatMap(({ content }) => content.addressed_finding_ids ?? [])
  return {
    packet,
    wasCutShort: feedback.content.escalation === 'reviewer_budget_exceeded',
    done: { ...(await changesSince(reviewer, before, commit, round)), addressed: claimed },
  }
}

/** The commit that the feedback was asked for; null: that is not known. Whoever answers by hand need not name it. */
function askedThen(
  { mailbox, agent, accepts }: Reviewer,
  { parent_message_id: parent }: MessageOf<'review_feedback'>,
): string | null {
  const found = mailbox.files(agent, 'processed').find(({ header }) => header !== null && header.id === parent)
  if (found === undefined) return null
  const { message, signature } = mailbox.open(agent, 'processed', found.file)
  return message !== null && accepts(signature) ? commitIn(message.context_keys) : null
}

async function changesSince(
  { repository }: Reviewer,
  before: string | undefined,
  commit: string,
  { feedback, packet: { findings } }: NonNullable<Earlier['round']>,
): Promise<Omit<DoneSince, 'addressed'>> {
  const files = before === undefined ? null : (await treeDifference(repository, before, commit)).map(({ path }) => path)
  if (before !== undefined && (await isAncestor(repository, before, commit))) return { files, texts: null }
  const paths = [...new Set(findings.map(({ file }) => file))].filter((file) => file !== '.')
  const texts = {
    now: await readTreeTexts(repository, commit, paths),
    before: before === undefined ? null : await readTreeTexts(repository, before, paths),
    areQuotesKnown: packetHashIn(feedback.context_keys) !== null,
  }
  return { files, texts }
}

/** The request is answered: what its author said before is taken note of. */
export async function finishAddressed(reviewer: Reviewer, request: Request): Promise<void> {
  const { mailbox, agent, now } = reviewer
  for (;;) {
    const { claim, ...rest } = await mailbox.claim(
      agent,
      now(),
      (header) => header.type === 'review_addressed' && belongsTo(header, request),
    )
    sayRest(reviewer, rest)
    if (claim === null) return
    mailbox.finish(claim)
  }
}

/** Also what was taken note of before: a request may be repeated. */
function received(reviewer: Reviewer, request: Request): readonly Message[] {
  const { mailbox, agent, accepts } = reviewer
  return (['inbox', 'processed'] as const).flatMap((box) =>
    mailbox
      .files(agent, box)
      .filter(({ header }) => header?.type === 'review_addressed' && belongsTo(header, request))
      .flatMap(({ file }) => {
        const { message, signature } = mailbox.open(agent, box, file)
        if (message === null || !accepts(signature)) return []
        if (box === 'inbox') sayUntrusted(reviewer, message, signature)
        return [message]
      }),
  )
}

function packetOf({ mailbox }: Reviewer, feedback: MessageOf<'review_feedback'>): Packet | Unanswered {
  const { findings_packet: path, round } = feedback.content
  const packet = namedPacket(mailbox, feedback)
  const problems = packet === null ? ['it is not there'] : problemsOf(packet, feedback)
  if (packet !== null && 'value' in packet && problems.length === 0) return packet.value
  return {
    reason: `What was found in round ${round} is not known: ${path}, which ${feedback.id} names, cannot be used: ${problems[0]}.`,
    hint: 'Bring that file back into the mailbox (it may not be synchronised yet) and run the same command again. If it is lost, answer by hand with mail send.',
  }
}

function problemsOf(packet: Parsed<Packet>, feedback: MessageOf<'review_feedback'>): readonly string[] {
  return 'value' in packet ? ownContradictions(packet.value, feedback) : packet.problems.map(({ text }) => text)
}
