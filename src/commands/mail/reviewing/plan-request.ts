import { noResult, type RequestResult, summaryOf } from '../../../core/mail/request-result.ts'
import { roundOf } from '../../../core/mail/round.ts'
import type { RequestPlan } from '../../../report/mail/mail-review.ts'
import { readEarlier } from './earlier.ts'
import { locate } from './locate.ts'
import { prepareCommit } from './review-commit.ts'
import type { Reviewer } from './reviewer.ts'
import { isMeant } from './take-request.ts'

/** What would be done with the first request; a result where that is nothing. Nothing is taken, fetched or sent. */
export async function planRequest(reviewer: Reviewer): Promise<RequestPlan | RequestResult> {
  const { mailbox, agent, now, settings, accepts } = reviewer
  const request = mailbox
    .list(agent, now())
    .waiting.filter(({ header, isExpired }) => !isExpired && isMeant(reviewer, header))
    .map(({ file }) => mailbox.open(agent, 'inbox', file))
    .find(({ message, signature }) => message?.to.includes(agent) === true && accepts(signature))?.message
  if (request?.type !== 'review_request') return noResult
  const sent = mailbox.sentAbout(agent, request.content.pr).map(({ message }) => message)
  const summary = summaryOf(request, roundOf(request, sent))
  const earlier = readEarlier(reviewer, request, sent)
  if ('reason' in earlier) return { ...noResult, status: 'unanswered', request: summary, ...earlier }
  const said = earlier.addressed.at(-1)?.content.commit_sha ?? null
  const located = await locate({ ...reviewer, fetch: false }, request, said)
  if ('reason' in located) return { ...noResult, status: 'unanswered', request: summary, ...located }
  const { prepared, commands, budget } = await prepareCommit(reviewer, request, located)
  const { reviewer: chosen, verifier } = prepared.chosen
  return {
    request: summary,
    commit: located.commit,
    base: located.base.name,
    agent: chosen?.name ?? 'builtin',
    verifier: verifier?.name ?? 'nobody',
    validate: commands,
    budget: { turns: budget.turns, seconds: budget.milliseconds / 1000 },
    maxRounds: settings.maxRounds,
  }
}
