import { fold } from '../../../core/loop/fold.ts'
import type { LoopResult } from '../../../core/loop/result.ts'
import { lastRound } from '../../../core/loop/state.ts'
import { longestSummary } from '../../../core/mail/addressed.ts'
import type { Repository } from '../../../io/git/repository.ts'
import { readJournal } from '../../../io/session-store.ts'
import { noteOnce, type Post, safe, safeLine } from './post.ts'
import { conversationOf, lastExchange } from './send-request.ts'
import { askAboutUnable } from './tell-done.ts'

/** What is still to be said when a loop stops: what its fixer left as it is, and that a person is needed. */
export async function tellEnd(
  post: Post,
  { root }: Repository,
  { session, outcome, reason, question }: LoopResult,
  notify: string | null,
): Promise<void> {
  if (session === null || (outcome !== 'escalated' && outcome !== 'blocked')) return
  const last = lastRound(fold(readJournal(root, session).events))
  if (last !== undefined) await askAboutUnable(post, last, lastExchange(post, last.round)?.answer ?? null)
  if (notify === null) return
  const { as, pr } = post.parties
  await noteOnce(post, {
    from: as,
    to: [notify],
    type: 'notification',
    priority: 'P1',
    related_pr: pr,
    conversation_id: conversationOf(post),
    subject: safeLine(post, `Escalated: round ${last?.round ?? 0} of session ${session} (#${pr})`),
    body: `${safe(post, question?.text ?? reason, longestSummary)}\n`,
  })
}
