import { reviewerTraits } from '../../core/loop/reviewer-traits.ts'
import { lastRound, policyOf, wantsLeft } from '../../core/loop/state.ts'
import { openChangeRequests } from '../../core/watch/change-requests.ts'
import { toFinding, triageGroups, unclearItems } from '../../core/watch/group-items.ts'
import { watchLimits } from '../../core/watch/limits.ts'
import type { ReviewerStatus } from '../../core/watch/reviewer-status.ts'
import { closedKey, type FixedThread } from '../../core/watch/unconfirmed-fixes.ts'
import { shortEnd, watchEnd } from '../../core/watch/watch-report.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { shortText } from '../../report/watch/end-message.ts'
import {
  analysingLine,
  type Found,
  failedLine,
  foundLine,
  namesOf,
  partlyLine,
  passedLine,
  timeoutLine,
} from '../../report/watch/lines.ts'
import { barriersTo, mergeNotes } from '../../report/watch/merge-barriers.ts'
import { reviewerLine } from '../../report/watch/reviewer-line.ts'
import type { RoundReview, Unwanted } from '../../run/loop/ports.ts'
import type { LoopWorld, OutsideReview } from '../looping/loop-world.ts'
import { answerQuestions, answerRemarks, askAgain, gatherFor, resolveFixed } from './answer-items.ts'
import { takeSpent } from './ask-readings.ts'
import { blocked } from './blocked-review.ts'
import { readerOf } from './choose-reader.ts'
import { endedReview } from './ended-review.ts'
import { lateIn, type Polled, pollReviews } from './poll-reviews.ts'
import { changedFiles, closeFixed, movedText, publish, unreadableText, unwantedNow } from './publish-fix.ts'
import { withQuotes } from './quote-lines.ts'
import { inconclusive, review } from './round-reviews.ts'
import { syncInstructions } from './sync-instructions.ts'
import type { Watcher } from './watcher.ts'
import { whyUnwritable } from './why-unwritable.ts'

export type ForgeReview = OutsideReview & Required<Pick<OutsideReview, 'movedTo'>>

/** Whoever speaks on a pull request, as the reviewer of a loop. Every step may be done again after a crash: nothing is said twice. */
export function reviewOnForge(given: Watcher): ForgeReview {
  let movedTo: string | null = null
  // Only then is a time-out one of this process: whoever goes on later wants to wait again.
  let hasWaited = false
  let found: Found | null = null
  const asked = new Set<string>()
  const unresolved = new Set<string>()
  return {
    command: 'watch',
    reviewer: `pull request #${given.session.pr}`,
    session: { watch: given.session, traits: reviewerTraits },
    rounds: (config) => ({ usual: config.github.restarts + 1, most: watchLimits.restarts + 1 }),
    push: true,
    movedTo: () => movedTo,
    unwanted: (world) => unwantedNow(withReader(given, world), world),
    onStep: ({ step }) => {
      const text = found && foundLine(found, step)
      if (text === null) return
      found = null
      given.line(text)
    },
    review: async (_round, world) => {
      const done = await reviewOnce(withReader(given, world), world)
      return 'unwanted' in done ? done : { ...done, usage: takeSpent(given.readings) }
    },
  }

  async function reviewOnce(watcher: Watcher, world: LoopWorld): Promise<RoundReview | Unwanted> {
    const commit = world.state().point?.head ?? ''
    const timeLeft = clockOf(watcher, world)
    const onResolved = ({ thread, commit: fix }: FixedThread) =>
      world.note({ type: 'thread-resolved', thread: thread.id, commit: fix })
    const published = await publish(watcher, world, commit)
    if ('problem' in published) return inconclusive(published.problem)
    if ('unwanted' in published) return published
    const { missing = [] } = lastRound(world.state()) ?? {}
    if (missing.length > 0 && (hasWaited || published.before !== null)) {
      await closeFixed(watcher, commit, published.before, onResolved)
      const done = published.before === null ? '' : '; what the others said is fixed and pushed'
      return inconclusive(`Timeout: there was no review from ${missing.join(', ')}${done}.`)
    }
    hasWaited = true
    const polled = await pollReviews(watcher, {
      head: commit,
      before: published.before,
      timeLeft,
      onLook: async (snapshot, statuses) => {
        // What this look closes is still open in its snapshot: only the next one shows who opens it again.
        for (const { thread, commit: fix } of world.state().resolved) watcher.closed.add(closedKey(thread, fix))
        await resolveFixed(watcher, snapshot, unresolved, onResolved)
        await askAgain(watcher, snapshot, statuses, asked)
      },
    })
    movedTo = polled.kind === 'moved' ? polled.head : null
    return conclude(watcher, world, polled, (items) => {
      found = items
    })
  }
}

function withReader(watcher: Watcher, world: LoopWorld): Watcher {
  return { ...watcher, reader: readerOf(world) }
}

/** What the journal counts of a step it counts when that is over. */
function clockOf({ now }: Watcher, { state, workedMs }: LoopWorld): () => number {
  const { maxTimeMs } = policyOf(state())
  const end = maxTimeMs === null ? Infinity : now() + maxTimeMs - workedMs()
  return () => end - now()
}

async function conclude(
  watcher: Watcher,
  world: LoopWorld,
  polled: Polled,
  onFound: (found: Found) => void,
): Promise<RoundReview> {
  switch (polled.kind) {
    case 'ended':
      return endedReview(watcher, world, polled)
    case 'moved': {
      const { repository, branch } = world.setup
      const isHere = (await readWorkState(repository)).head === polled.head
      const how = isHere ? null : await syncInstructions(repository, branch, polled.head, world.state().point?.head)
      return inconclusive(movedText(watcher, polled.head, how))
    }
    case 'failed':
      watcher.line(failedLine(polled.reason))
      return inconclusive(`The reviews failed: ${polled.reason}`)
    case 'unreadable':
      return inconclusive(unreadableText(polled.reason))
    case 'spent':
      return inconclusive(`The budget was used up while it waited. ${noneFrom(lateIn(polled.last))}`.trim())
    case 'heard':
      return hear(watcher, world, polled, onFound)
  }
}

async function hear(
  watcher: Watcher,
  world: LoopWorld,
  { snapshot, statuses, writers, decision, looks }: Extract<Polled, { kind: 'heard' }>,
  onFound: (found: Found) => void,
): Promise<RoundReview> {
  const { line } = watcher
  const files = await changedFiles(world)
  const groups = await gatherFor(watcher, snapshot, writers, files)
  const demands = triageGroups(groups)
  const barrier = demands.open.length > 0 ? await whyUnwritable(watcher) : undefined
  if (barrier !== undefined) return inconclusive(`So that nobody is paid in vain, it is not fixed: ${barrier}.`)
  const findings = await withQuotes(
    world.setup.repository,
    snapshot.head,
    files,
    [...demands.open, ...demands.left.filter(({ held }) => held === null || demands.open.length === 0)].map(toFinding),
  )
  const { isShort, lacking } = decision
  const late = isShort ? namesOf(lacking.filter(({ status }) => status === 'missing')) : []
  line(analysingLine(statuses.filter(({ status }) => status === 'ready').length))
  await answerRemarks(watcher, snapshot, groups)
  await answerQuestions(watcher, snapshot, writers, groups)
  if (late.length > 0) line(timeoutLine(looks, late))
  if (demands.open.length > 0) {
    onFound({ count: demands.open.length, isLate: late.length > 0 })
    return blocked(demands, findings, late)
  }
  for (const reviewer of statuses) line(`   ${reviewerLine(reviewer)}`)
  // All of that was answered when it was asked about: who said to go on is not asked the same again.
  const isWanted = wantsLeft(world.state()) && demands.left.every(({ held }) => held === null)
  // The same decision as where nothing is fixed.
  const end = watchEnd(groups, statuses, decision)
  if (end === 'issues_found') return blocked(demands, findings, [], isWanted)
  if (end === 'nobody') return inconclusive(`Nobody to wait for: no reviewer is known on this repository. ${whoElse}`)
  if (end !== 'success' && end !== 'partial_success') return lackingReview(watcher, statuses, lacking)
  line(lacking.length === 0 ? passedLine : partlyLine(lacking.map(reviewerLine)))
  const objectors = openChangeRequests(snapshot, writers)
  const reasons = [...lacking.map((reviewer) => `${reviewerLine(reviewer)}.`), ...mergeNotes(snapshot, objectors)]
  return {
    ...review({ result: 'pass', reasons }, []),
    ...(objectors.length > 0 ? { objectors } : {}),
    ...(barriersTo(snapshot).length > 0 ? { barriers: barriersTo(snapshot) } : {}),
  }
}

/** What a person has to read is asked about; who is missing may still come. */
function lackingReview(
  { line }: Watcher,
  statuses: readonly ReviewerStatus[],
  lacking: readonly ReviewerStatus[],
): RoundReview {
  const why = shortText(statuses, lacking)
  const end = shortEnd(lacking)
  if (end === 'workflow_failure') line(failedLine(why))
  if (end !== 'not_understood') return inconclusive(why)
  const findings = unclearItems(lacking).map(toFinding)
  return { ...review({ result: 'blocked', reasons: [why] }, findings), final: why.replace(/\.$/, '') }
}

function noneFrom(names: readonly string[]): string {
  return names.length === 0 ? '' : `There is no review from ${names.join(', ')}.`
}

const whoElse = 'Name some with --wait-for, or describe your own in the configuration (github.reviewers).'
