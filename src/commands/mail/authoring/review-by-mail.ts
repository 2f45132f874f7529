import { setTimeout as sleep } from 'node:timers/promises'
import { noUsage } from '../../../core/cost/usage.ts'
import type { MailSession } from '../../../core/loop/outside-session.ts'
import { lastRound } from '../../../core/loop/state.ts'
import { changesText, longestSummary } from '../../../core/mail/addressed.ts'
import { isWithoutAgent } from '../../../core/mail/answer.ts'
import type { ReviewAnswer, ReviewRequest } from '../../../core/mail/answer-to.ts'
import { roundLimits } from '../../../core/mail/limits.ts'
import { type Answered, readAnswers } from '../../../core/mail/read-answers.ts'
import { isApproval } from '../../../core/mail/round.ts'
import { duration } from '../../../core/values/duration.ts'
import { decideVerdict } from '../../../core/verdict/gate.ts'
import { readCommitSubjects } from '../../../io/git/log.ts'
import { pushTarget } from '../../../io/git/push-branch.ts'
import type { RoundReview } from '../../../run/loop/ports.ts'
import type { DiscardedFinding, Finding, Gate } from '../../../types.ts'
import { pushGuarded } from '../../guard-hooks.ts'
import type { LoopWorld, OutsideReview } from '../../looping/loop-world.ts'
import { signalOf } from '../../signal-of.ts'
import { namedPacket } from '../named-packet.ts'
import { tellLeft } from './address-feedback.ts'
import { type Post, safe } from './post.ts'
import { brokenFeedback, refuseBroken } from './refuse-broken.ts'
import { lastExchange, type RequestOrder, repeatRequest, sendRequest } from './send-request.ts'
import { processedAnswers, takeAnswers } from './take-answer.ts'
import { askAboutUnable, doneSince, sendAddressed, sendQuestion } from './tell-done.ts'
import { timeLeft } from './time-left.ts'

export interface Waiting {
  /** Milliseconds since 1970: an answer is waited for from then on, or from when it was asked for, if that is later. */
  readonly since: number
  /** Whether an answer that did not count is asked for once more. */
  readonly isAnew: boolean
}

/** The reviewer of a loop that is asked by mail. Every step may be done again after a crash: nothing is sent twice. */
export function reviewByMail(post: Post, mail: MailSession, { since, isAnew }: Waiting): OutsideReview {
  let mayRepeat = isAnew
  return {
    command: 'mail author',
    reviewer: `${mail.to} by mail`,
    session: { mail, traits: ['sees-pushed', 'answers-once', 'may-veto'] },
    rounds: (config) => ({ usual: config.mail.maxRounds, most: roundLimits.most }),
    push: mail.push,
    review: async (round, world) => {
      const commit = world.state().point?.head ?? ''
      const problem = await whyInvisible(world, commit)
      if (problem !== null) return inconclusive(problem)
      // What was cut off is sent, and what a dead process had taken is back.
      await post.mailbox.claim(mail.as, post.now(), () => false)
      if (mail.push) await push(post, world, commit)
      const order = await prepareRound(post, mail, round, world, commit)
      const first = await sendRequest(post, order)
      // Only what was told a person already: what lies in the inbox is read first.
      const known = mayRepeat ? processedAnswers(post, first) : []
      const isNew = known.length === 0 || (await takeAnswers(post, first, post.notice)).length > known.length
      const before = isNew ? null : reading(post, world, first, known)
      const isUseless = before !== null && !before.read.counts
      const request = isUseless ? await repeatRequest(post, order, before.answer) : first
      mayRepeat = false
      return waitFor(post, world, request, { since, timeoutMs: mail.timeoutMs })
    },
  }
}

/** Whoever reviews sees commits, and nothing else. */
async function whyInvisible({ setup, state }: LoopWorld, commit: string): Promise<string | null> {
  const { repository, prepared } = setup
  const tree = (await repository.read(['rev-parse', '--verify', `${commit}^{tree}`])).trim()
  if (tree !== state().point?.tree) {
    return 'There is uncommitted work, which nobody sees who reviews by mail: commit it, or put it away.'
  }
  const { base, baseTree } = prepared.work.scope
  return tree === baseTree ? `Nothing differs from ${base}: there is nothing to review.` : null
}

async function push({ notice }: Post, { setup }: LoopWorld, commit: string): Promise<void> {
  const { repository, branch } = setup
  const target = await pushTarget(repository, branch)
  await pushGuarded(repository, commit, target)
  notice(`Pushed ${commit.slice(0, 10)} to ${target.remote}, branch ${branch}.`)
}

/** Says what was done since the last answer, and what is to be looked at now. */
async function prepareRound(
  post: Post,
  mail: MailSession,
  round: number,
  { setup, state }: LoopWorld,
  commit: string,
): Promise<RequestOrder> {
  const { repository, branch, prepared } = setup
  const last = lastRound(state())
  const exchange = last === undefined ? null : lastExchange(post, last.round)
  const done = last === undefined ? null : doneSince(last, exchange, commit)
  if (last !== undefined) await askAboutUnable(post, last, exchange?.answer ?? null)
  if (done !== null) await sendAddressed(post, repository, done)
  const left = last === undefined ? await tellLeft(post, repository, { branch, commit }) : null
  const subjects = await readCommitSubjects(repository, prepared.work.scope.baseCommit ?? commit, commit)
  const summary = safe(post, mail.summary ?? changesText([], [...subjects].reverse()), longestSummary)
  return { round, branch, commit, summary, after: exchange?.answer ?? left }
}

function reading(
  post: Post,
  { state }: LoopWorld,
  request: ReviewRequest,
  taken: readonly ReviewAnswer[],
): Answered | null {
  const { mailbox } = post
  const answers = taken.map((answer) => ({ answer, packet: namedPacket(mailbox, answer) }))
  const broken = taken.some(isApproval) ? brokenFeedback(post, request) : []
  return readAnswers({ request, answers, broken, ledger: state().ledger })
}

/** Between two looks at the inbox: a reviewer that is quick is not made to wait, and one that is not does not cost anything. */
const [firstPauseMs, longestPauseMs] = [100, 1000]

/** No agent is asked meanwhile. */
async function waitFor(
  post: Post,
  world: LoopWorld,
  request: ReviewRequest,
  { since, timeoutMs }: { readonly since: number; readonly timeoutMs: number },
): Promise<RoundReview> {
  const signal = signalOf(world.options)
  const asked = Math.max(since, Date.parse(request.created_at_utc))
  const leftMs = timeLeft(asked, timeoutMs, { wall: () => post.now().getTime(), steady: () => performance.now() })
  const [seen, tell] = [new Set<string>(), saidOnce(post.notice)]
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    await refuseBroken(post, request, seen)
    const answered = reading(post, world, request, await takeAnswers(post, request, tell))
    const left = leftMs()
    if (answered !== null && (!answered.isWaitedFor || left <= 0)) return concluded(post, answered, request)
    if (left <= 0) return inconclusive(`No answer from ${post.parties.to} within ${duration(timeoutMs)}.`)
    if (pauseMs === firstPauseMs) post.notice(waitingText(post, answered, left))
    await sleep(Math.min(pauseMs, left), undefined, { signal }).catch(() => {})
    signal.throwIfAborted()
  }
}

function saidOnce(notice: (text: string) => void): (text: string) => void {
  const said = new Set<string>()
  return (text) => {
    if (!said.has(text)) notice(text)
    said.add(text)
  }
}

function waitingText({ parties: { to } }: Post, answered: Answered | null, left: number): string {
  if (answered !== null && !answered.read.counts && answered.read.question === null) return answered.read.reason
  const what = answered === null ? `an answer from ${to}` : `the findings that ${to} names`
  return `Waiting for ${what}, ${duration(left)} at most.`
}

async function concluded(post: Post, { answer, read }: Answered, request: ReviewRequest): Promise<RoundReview> {
  if (read.counts) {
    if (isWithoutAgent(answer)) {
      post.notice(`${answer.from} approves by its built-in reviewers and commands alone: no agent has looked.`)
    }
    const { gate, findings, waived, final, notices } = read
    for (const text of notices) post.notice(text)
    return { ...review(gate, findings, waived), ...(final === null ? {} : { final }) }
  }
  if (read.question !== null) {
    const round = request.content.review_round ?? 1
    const what = answer.type === 'review_feedback' ? 'feedback' : 'approval'
    const subject = `The ${what} of round ${round} cannot be used (#${post.parties.pr})`
    await sendQuestion(post, answer, { subject, body: read.question })
  }
  return inconclusive(read.reason)
}

function inconclusive(reason: string): RoundReview {
  return review({ result: 'inconclusive', reasons: [reason] }, [])
}

function review(gate: Gate, findings: readonly Finding[], waived: readonly Finding[] = []): RoundReview {
  return {
    verdict: decideVerdict(gate, findings).verdict,
    gate,
    findings,
    discarded: waived.map(
      (finding): DiscardedFinding => ({ ...finding, code: 'waived', reason: 'The reviewer lets it be.' }),
    ),
    // What the other side used is its own affair.
    usage: noUsage,
    reviewDir: null,
  }
}
