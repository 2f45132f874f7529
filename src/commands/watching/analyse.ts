import { openChangeRequests } from '../../core/watch/change-requests.ts'
import { decidePoll, reviewerStatuses } from '../../core/watch/reviewer-status.ts'
import type { Snapshot } from '../../core/watch/snapshot.ts'
import { type WatchReport, watchedItems } from '../../core/watch/watch-report.ts'
import type { Answer } from '../../forge/forge.ts'
import type { Repository } from '../../io/git/repository.ts'
import { toldEnd, tooFewText } from '../../report/watch/end-message.ts'
import { analysingLine, failedLine, passedLine } from '../../report/watch/lines.ts'
import { mergeNotes } from '../../report/watch/merge-barriers.ts'
import { gatherFor, gatherFrom } from './answer-items.ts'
import { chooseReviewers } from './choose-reviewers.ts'
import { unpushedCommits } from './ended-review.ts'
import { lateIn, pollReviews, type Seen } from './poll-reviews.ts'
import { type Watcher, writersIn } from './watcher.ts'

type End = Pick<WatchReport, 'end' | 'message'>

/** Waits and lists what is said; changes and writes nothing. A head that moves is waited for anew. */
export async function analyse(
  watcher: Watcher,
  files: readonly string[],
  { restarts, timeLeft }: { readonly restarts: number; readonly timeLeft: () => number },
): Promise<WatchReport> {
  const { session, line } = watcher
  for (let moves = 0; ; moves += 1) {
    const polled = await pollReviews(watcher, { head: null, before: null, timeLeft, onLook: async () => {} })
    switch (polled.kind) {
      case 'moved':
        if (moves >= restarts) {
          const message = `Max restarts reached (${restarts}): the head moved to ${polled.head.slice(0, 10)} again.`
          return report(watcher, 'analyze', { end: 'max_restarts', message })
        }
        line(`⏳ The head moved to ${polled.head.slice(0, 10)}: waiting anew.`)
        continue
      case 'ended':
        return report(watcher, 'analyze', ended(session.pr, polled.how))
      case 'failed':
        line(failedLine(polled.reason))
        return withSeen(watcher, files, { end: 'workflow_failure', message: polled.reason }, polled.last)
      case 'unreadable':
        return unreadable(watcher, 'analyze', polled.reason)
      case 'spent':
        return withSeen(watcher, files, spent(polled.last), polled.last)
      case 'heard': {
        const { snapshot, statuses, writers, decision } = polled
        line(analysingLine(statuses.filter(({ status }) => status === 'ready').length))
        const groups = await gatherFor(watcher, snapshot, writers, files)
        const objectors = openChangeRequests(snapshot, writers)
        const end = toldEnd(groups, statuses, decision, mergeNotes(snapshot, objectors))
        if (end.end === 'success') line(passedLine)
        const items = watchedItems(groups)
        return { ...report(watcher, 'analyze', end), head: snapshot.head, reviewers: statuses, items, objectors }
      }
    }
  }
}

function spent(last: Seen | null): End {
  const late = lateIn(last)
  return { end: 'budget', message: `Budget used up${late.length === 0 ? '' : `: no review from ${late.join(', ')}`}.` }
}

/** Ends early, with what was said until then. */
async function withSeen(watcher: Watcher, files: readonly string[], end: End, last: Seen | null): Promise<WatchReport> {
  const begun = report(watcher, 'analyze', end)
  if (last === null) return begun
  const groups = await gatherFrom(watcher, last.snapshot, files)
  const items = 'value' in groups ? watchedItems(groups.value) : []
  return { ...begun, head: last.snapshot.head, reviewers: last.statuses, items }
}

/** One look, as it is now. */
export async function lookOnce(watcher: Watcher, files: readonly string[]): Promise<WatchReport> {
  const answer = await watcher.forge.readSnapshot(watcher.session.pr)
  watcher.signal.throwIfAborted()
  if ('problem' in answer) return unreadable(watcher, 'dry-run', answer.problem)
  const snapshot = answer.value
  if (snapshot.state !== 'open') return report(watcher, 'dry-run', ended(watcher.session.pr, snapshot.state))
  return { ...(await lookAt(watcher, snapshot, files)), head: snapshot.head }
}

export async function lookAt(watcher: Watcher, snapshot: Snapshot, files: readonly string[]): Promise<WatchReport> {
  const reviewers = await chooseReviewers(watcher, snapshot)
  if ('problem' in reviewers) return unreadable(watcher, 'dry-run', reviewers.problem)
  const now = watcher.now()
  const { attempts, intervalMs, trigger, quorum } = watcher.session
  const statuses = reviewerStatuses(snapshot, {
    reviewers: reviewers.value,
    since: now,
    now,
    looksLeft: attempts * intervalMs,
    timeLeft: Infinity,
    asked: trigger,
    readings: watcher.readings.bots,
  })
  const writers = await writersIn(watcher, snapshot)
  if ('problem' in writers) return unreadable(watcher, 'dry-run', writers.problem)
  const groups = await gatherFor(watcher, snapshot, writers.value, files)
  const objectors = openChangeRequests(snapshot, writers.value)
  const lacking = statuses.filter(({ status }) => status !== 'ready')
  const decision = decidePoll(statuses, quorum)
  const isShort = decision.step === 'analyse' ? decision.isShort : lacking.length > 0
  const end =
    decision.step === 'fail'
      ? ({ end: 'workflow_failure', message: tooFewText(statuses, decision.needed) } as const)
      : toldEnd(groups, statuses, { isShort, lacking }, mergeNotes(snapshot, objectors))
  return { ...report(watcher, 'dry-run', end), reviewers: statuses, items: watchedItems(groups), objectors }
}

/** To be fixed, but it cannot be read, or has nothing to wait for. `made`: the last commit of a session that should go on; null: there is none. */
export async function notBegun(
  watcher: Watcher,
  read: Answer<Snapshot>,
  repository: Repository,
  made: string | null,
): Promise<WatchReport> {
  if ('problem' in read) return unreadable(watcher, 'fix', read.problem)
  const { state, head } = read.value
  const end = ended(watcher.session.pr, state === 'merged' ? 'merged' : 'closed')
  const unpushed = made === null ? null : await unpushedCommits(repository, made, head)
  const kept = `git fetch, and on a new branch of what is there now git cherry-pick ${unpushed}`
  const lost = unpushed === null ? '' : ` What was made here is not in it. To keep it: ${kept}`
  return report(watcher, 'fix', { ...end, message: `${end.message}${lost}` })
}

function ended(pr: number, how: 'merged' | 'closed'): End {
  return { end: how, message: `Pull request #${pr} was ${how}: nothing is left to wait for.` }
}

function unreadable(watcher: Watcher, mode: WatchReport['mode'], problem: string): WatchReport {
  return report(watcher, mode, { end: 'unreadable', message: `It could not be read: ${problem}` })
}

function report({ session }: Watcher, mode: WatchReport['mode'], end: End): WatchReport {
  const { repository, pr } = session
  return { schemaVersion: 1, mode, repository, pr, head: null, ...end, reviewers: [], items: [], objectors: [] }
}
