import { firstFew } from '../../core/first-few.ts'
import { decideVerdict } from '../../core/gate.ts'
import { lastRound, type RoundRecord } from '../../core/loop/state.ts'
import { noUsage } from '../../core/usage.ts'
import type { Claim } from '../../core/watch/answers.ts'
import { type Gathered, toFinding } from '../../core/watch/gather.ts'
import { demandsIn } from '../../core/watch/judge.ts'
import { watchLimits } from '../../core/watch/limits.ts'
import {
  analysingLine,
  failedLine,
  foundLine,
  namesOf,
  partlyLine,
  passedLine,
  timeoutLine,
} from '../../core/watch/lines.ts'
import { isAncestor } from '../../io/git/follow-up.ts'
import { pushCommit, pushTarget } from '../../io/git/push-branch.ts'
import { treeDifference } from '../../io/git/tree-difference.ts'
import type { RoundReview } from '../../run/loop/ports.ts'
import type { Finding, Gate } from '../../types.ts'
import type { LoopWorld } from '../looping/loop-ports.ts'
import type { OutsideReview } from '../looping/outside-review.ts'
import { answerClaims, answerRemarks, askAgain, gatherFor, gatherFrom, resolveFixed } from './answer-items.ts'
import { type Polled, pollReviews } from './poll-reviews.ts'
import type { Watcher } from './watcher.ts'

export interface ForgeReview extends OutsideReview {
  /** The head that somebody else pushed while it was waited for; null: nobody did. */
  readonly movedTo: () => string | null
}

/** Whoever speaks on a pull request, as the reviewer of a loop. Every step may be done again after a crash: nothing is said twice. */
export function reviewOnForge(watcher: Watcher): ForgeReview {
  let movedTo: string | null = null
  return {
    command: 'watch',
    reviewer: `pull request #${watcher.session.pr}`,
    session: { watch: watcher.session },
    rounds: (config) => ({ usual: config.github.restarts + 1, most: watchLimits.restarts + 1 }),
    push: true,
    movedTo: () => movedTo,
    review: async (_round, world) => {
      const commit = world.state().point?.head ?? ''
      const published = await publish(watcher, world, commit)
      if ('review' in published) return published.review
      const polled = await pollReviews(watcher, {
        head: commit,
        before: published.before,
        onLook: async (snapshot, seats) => {
          await resolveFixed(watcher, snapshot, world.setup.repository)
          await askAgain(watcher, snapshot, seats)
        },
      })
      movedTo = polled.kind === 'moved' ? polled.head : null
      return conclude(watcher, world, polled)
    },
  }
}

type Published = { readonly before: string | null } | { readonly review: RoundReview }

/** Says what was done since the last round, and pushes it. Where there is nothing new, nothing is said. */
async function publish(watcher: Watcher, world: LoopWorld, commit: string): Promise<Published> {
  const last = lastRound(world.state())
  const answer = await watcher.forge.readSnapshot(watcher.session.pr)
  watcher.signal.throwIfAborted()
  // Nothing is pushed that nobody was told about: it is looked at again before the next step.
  if ('problem' in answer) return { review: unreadable(answer.problem) }
  const snapshot = answer.value
  if (snapshot.state !== 'open' || snapshot.head === commit) return { before: null }
  const { repository, branch } = world.setup
  if (!(await isAncestor(repository, snapshot.head, commit))) return { review: moved(watcher, snapshot.head) }
  if (last !== undefined) {
    const gathered = await gatherFrom(watcher, snapshot, await changedFiles(world))
    if ('problem' in gathered) return { review: unreadable(gathered.problem) }
    await answerClaims(watcher, snapshot, gathered.value, claimsOf(last), commit)
  }
  await pushCommit(repository, commit, await pushTarget(repository, branch))
  watcher.notice(`Pushed ${commit.slice(0, 10)} to ${branch}.`)
  return { before: snapshot.head }
}

/** What a fixer left as it is, where the loop ended before the next push could say it. */
export async function tellLeft(watcher: Watcher, last: RoundRecord, files: readonly string[]): Promise<void> {
  const skipped = new Map([...claimsOf(last)].filter(([, { kind }]) => kind === 'skipped'))
  const answer = skipped.size === 0 ? null : await watcher.forge.readSnapshot(watcher.session.pr)
  if (answer === null || 'problem' in answer || answer.value.state !== 'open') return
  const gathered = await gatherFrom(watcher, answer.value, files)
  if ('problem' in gathered) return
  await answerClaims(watcher, answer.value, gathered.value, skipped, answer.value.head)
}

/** By the ids that the pull request's problems have, whatever the ledger calls them. */
function claimsOf({ fix, ledger }: RoundRecord): ReadonlyMap<string, Claim> {
  const result = fix?.results.at(-1)
  if (fix === null || result === undefined) return new Map()
  const nameOf = (id: string) => ledger.find((entry) => entry.id === id)?.finding.id ?? id
  const fixed = fix.rolledBack === null && fix.commit !== null ? result.addressed : []
  return new Map<string, Claim>([
    ...fixed.map(({ id, how }) => [nameOf(id), { kind: 'fixed', words: how }] as const),
    ...result.unable.map(({ id, reason }) => [nameOf(id), { kind: 'skipped', words: reason }] as const),
  ])
}

async function changedFiles({ setup }: LoopWorld): Promise<readonly string[]> {
  const { repository, prepared } = setup
  return (await treeDifference(repository, prepared.work.scope.baseTree, 'HEAD')).map(({ path }) => path)
}

async function conclude(watcher: Watcher, world: LoopWorld, polled: Polled): Promise<RoundReview> {
  const { pr } = watcher.session
  switch (polled.kind) {
    case 'ended':
      return {
        ...inconclusive(`Pull request #${pr} was ${polled.how}: nothing is left to wait for.`),
        ended: polled.how,
      }
    case 'moved':
      return moved(watcher, polled.head)
    case 'failed':
      watcher.line(failedLine(polled.reason))
      return inconclusive(`The reviews failed: ${polled.reason} Look at their checks.`)
    case 'unreadable':
      return unreadable(polled.reason)
    case 'heard':
      return hear(watcher, world, polled)
  }
}

async function hear(
  watcher: Watcher,
  world: LoopWorld,
  { snapshot, seats, writers, decision, looks }: Extract<Polled, { kind: 'heard' }>,
): Promise<RoundReview> {
  const { line } = watcher
  const gathered = gatherFor(watcher, snapshot, writers, await changedFiles(world))
  const demands = demandsIn(gathered)
  const late = namesOf(decision.missing)
  const timedOut = `Timeout: no review from ${late.join(', ')}.`
  line(analysingLine(seats.filter(({ status }) => status === 'ready').length))
  await answerRemarks(watcher, snapshot, gathered)
  if (decision.isTimeout) line(timeoutLine(looks, late))
  const before = lastRound(world.state())?.missing ?? []
  if (before.length > 0) {
    return inconclusive(
      `Timeout: there was no review from ${before.join(', ')}; what the others said is fixed and pushed.`,
    )
  }
  if (demands.open.length > 0) {
    line(foundLine(demands.open.length))
    return blocked(demands, decision.isTimeout ? late : [])
  }
  if (decision.isTimeout) return inconclusive(timedOut)
  if (seats.length === 0) return inconclusive(`Nobody to wait for: no reviewer is known on this repository. ${whoElse}`)
  if (demands.left.length > 0) return blocked(demands, [])
  const none = namesOf([...decision.missing, ...decision.unavailable])
  line(none.length === 0 ? passedLine : partlyLine(none))
  return review({ result: 'pass', reasons: [] }, [])
}

const whoElse = 'Name some with --wait-for, or describe your own in the configuration (github.reviewers).'

/** What was answered stays in the list: only whoever raised it, or a person, closes it. */
function blocked(
  { open, left, contradictions }: ReturnType<typeof demandsIn>,
  missing: readonly string[],
): RoundReview {
  const findings = [...open, ...left].map(toFinding)
  const reasons = [`${findings.length} ${findings.length === 1 ? 'item is' : 'items are'} to be addressed.`]
  const [contradiction] = contradictions
  const final =
    contradiction !== undefined
      ? `${saidBy(contradiction.later)} asks for the opposite of what was done for ${saidBy(contradiction.earlier)}`
      : open.length === 0
        ? `what is left was answered, and nobody has closed it: ${firstFew(left.map(titleOf), 3).join('; ')}`
        : undefined
  return {
    ...review({ result: 'blocked', reasons }, findings),
    ...(missing.length > 0 ? { missing } : {}),
    ...(final === undefined ? {} : { final }),
  }
}

const titleOf = ({ members }: Gathered): string => members[0]?.title ?? ''

function saidBy(gathered: Gathered): string {
  return `${gathered.members[0]?.by ?? 'somebody'} ("${titleOf(gathered)}")`
}

function moved({ session: { pr } }: Watcher, head: string): RoundReview {
  return inconclusive(
    `The head of pull request #${pr} moved to ${head.slice(0, 10)}, which is not what is checked out: git pull.`,
  )
}

function unreadable(problem: string): RoundReview {
  return inconclusive(`The pull request could not be read: ${problem}`)
}

function inconclusive(reason: string): RoundReview {
  return review({ result: 'inconclusive', reasons: [reason] }, [])
}

function review(gate: Gate, findings: readonly Finding[]): RoundReview {
  const { verdict } = decideVerdict(gate, findings)
  // What others used is their own affair.
  return { verdict, gate, findings, discarded: [], usage: noUsage, reviewDir: null }
}
