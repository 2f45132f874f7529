import { isActive } from '../../../core/loop/entry-status.ts'
import type { RoundRecord } from '../../../core/loop/state.ts'
import { addressedFields, changesText, longestSummary } from '../../../core/mail/addressed.ts'
import { commitIn } from '../../../core/mail/commit-note.ts'
import type { Message } from '../../../core/mail/message.ts'
import { threadOf } from '../../../core/mail/names.ts'
import { readCommitSubjects } from '../../../io/git/log.ts'
import type { Repository } from '../../../io/git/repository.ts'
import { treeDifference } from '../../../io/git/tree-difference.ts'
import { noteOnce, type Post, safe, safeLine, sendOnce } from './post.ts'
import { conversationOf, type Exchange } from './send-request.ts'

/** What was done about the findings of a round: commits, files, and which findings they are for. */
export interface Done {
  readonly round: number
  readonly from: string
  readonly commit: string
  readonly findings: readonly { readonly id: string; readonly file: string | null }[]
  /** What was said about each; null: nothing, and the files decide which are meant. */
  readonly claims: readonly { readonly id: string; readonly how: string }[] | null
  /** In words; null: what the commits say. */
  readonly summary: string | null
  /** What it answers; null: not known. */
  readonly feedback: Message | null
}

/** Tells the reviewer what was done since its feedback. For information: the next request asks. */
export async function sendAddressed(post: Post, repository: Repository, done: Done): Promise<Message> {
  const { as, to, pr } = post.parties
  const { round, from, commit, findings, claims, feedback } = done
  const touched = (await treeDifference(repository, from, commit)).map(({ path }) => path)
  const summary = done.summary ?? changesText(claims ?? [], await readCommitSubjects(repository, from, commit))
  const outgoing = {
    from: as,
    to: [to],
    type: 'review_addressed',
    priority: 'P1',
    related_pr: pr,
    ...threadAfter(post, feedback),
    subject: `Feedback addressed: round ${round} (#${pr})`,
    content: {
      commit_sha: commit,
      changes_summary: safe(post, summary, longestSummary),
      round,
      ...addressedFields({ findings, touched, claimed: claims?.map(({ id }) => id) ?? null }),
    },
  } as const
  return sendOnce(
    post,
    outgoing,
    (message) => message.type === 'review_addressed' && message.content.commit_sha === commit,
  )
}

/** What the loop did since its last review, if the branch moved. */
export function doneSince(
  { round, point, fix, ledger }: RoundRecord,
  exchange: Exchange | null,
  commit: string,
): Done | null {
  const from = commitIn(exchange?.request.context_keys) ?? point.head
  if (from === commit) return null
  const results = fix === null || fix.rolledBack !== null ? [] : fix.results
  return {
    round,
    from,
    commit,
    feedback: exchange?.answer ?? null,
    findings: ledger.filter(isActive).map(({ id, finding }) => ({ id, file: finding.file })),
    claims: fix === null ? null : results.flatMap(({ addressed }) => addressed),
    summary: null,
  }
}

/** One question for each finding that the fixer did not change anything about, so that the reviewer can say more or let it be. */
export async function askAboutUnable(post: Post, { round, fix, ledger }: RoundRecord, feedback: Message | null) {
  for (const { id, reason } of fix?.results.at(-1)?.unable ?? []) {
    const title = ledger.find((entry) => entry.id === id)?.finding.title ?? id
    await sendQuestion(post, feedback, {
      subject: `${id} of round ${round} is not changed (#${post.parties.pr})`,
      body: `${id}, ${title}\n\nIt is left as it is: ${reason}`,
    })
  }
}

export async function sendQuestion(
  post: Post,
  about: Message | null,
  { subject, body }: { readonly subject: string; readonly body: string },
): Promise<void> {
  const { as, to, pr } = post.parties
  await noteOnce(post, {
    from: as,
    to: [to],
    type: 'question',
    priority: 'P2',
    related_pr: pr,
    ...threadAfter(post, about),
    subject: safeLine(post, subject),
    body: `${safe(post, body, longestSummary)}\n`,
  })
}

function threadAfter(post: Post, message: Message | null) {
  return { conversation_id: conversationOf(post), ...(message === null ? {} : threadOf(message)) }
}
