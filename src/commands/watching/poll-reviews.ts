import type { WatchSession } from '../../core/loop/outside-session.ts'
import type { OutsideReviewer } from '../../core/outside/reviewer.ts'
import { readPosts } from '../../core/watch/read-posts.ts'
import {
  decidePoll,
  isOpen,
  type PollDecision,
  type ReviewerStatus,
  reviewerStatuses,
} from '../../core/watch/reviewer-status.ts'
import type { Snapshot } from '../../core/watch/snapshot.ts'
import { tooFewText } from '../../report/watch/end-message.ts'
import { checkLine, draftLine, hiddenChecksLine, namesOf, skipText, waitingLine } from '../../report/watch/lines.ts'
import { askAboutBots } from './ask-readings.ts'
import { chooseReviewers, namedReviewers } from './choose-reviewers.ts'
import { type Watcher, writersIn } from './watcher.ts'

/** How waiting for one head came to an end. */
export type Polled =
  | {
      readonly kind: 'heard'
      readonly snapshot: Snapshot
      readonly statuses: readonly ReviewerStatus[]
      readonly writers: ReadonlySet<string>
      readonly decision: Extract<PollDecision, { step: 'analyse' }>
      readonly looks: number
    }
  | { readonly kind: 'failed'; readonly reason: string; readonly last: Seen }
  | { readonly kind: 'moved'; readonly head: string }
  | { readonly kind: 'ended'; readonly how: 'merged' | 'closed'; readonly snapshot: Snapshot }
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** The session has no time left. `last`: what was seen of this head; null: nothing could be read. */
  | { readonly kind: 'spent'; readonly last: Seen | null }

export interface Seen {
  readonly snapshot: Snapshot
  readonly statuses: readonly ReviewerStatus[]
}

/** Who was still waited for. */
export function lateIn(last: Seen | null): readonly string[] {
  return last === null ? [] : namesOf(last.statuses.filter(isOpen))
}

export interface WaitedHead {
  /** Null: whatever is the head at the first look. */
  readonly head: string | null
  /** What was the head before a push: the forge may show it for a while. */
  readonly before: string | null
  /** Milliseconds that the session may still take. */
  readonly timeLeft: () => number
  /** Called with everything that is seen of this head. */
  readonly onLook: (snapshot: Snapshot, statuses: readonly ReviewerStatus[]) => Promise<void>
}

/**
 * Looks again and again until everybody has spoken about this head, or their time is over, or that of the session: then once
 * more. A failed look counts as one; one that a webhook asks for does not.
 */
export async function pollReviews(watcher: Watcher, waited: WaitedHead): Promise<Polled> {
  const known: Known = {
    since: watcher.now(),
    head: waited.head,
    reviewers: named(watcher),
    headSince: null,
    last: null,
    told: new Set(),
  }
  for (let [look, tick] = [1, known.since]; ; ) {
    const seen = watcher.stamp()
    if (known.reviewers !== null) watcher.line(checkLine(look, looksFor(known.reviewers, watcher)))
    const polled = await lookOnce(watcher, waited, known, look)
    if (polled !== null) return polled
    const left = waited.timeLeft()
    if (left <= 0) return { kind: 'spent', last: known.last }
    const pause = Math.max(0, tick + watcher.session.intervalMs - watcher.now())
    const isWoken = await watcher.pause(Math.min(pause, left), seen)
    if (!isWoken) [look, tick] = [look + 1, watcher.now()]
  }
}

/** What the first look finds out, for the later ones. */
interface Known {
  readonly since: number
  head: string | null
  reviewers: readonly OutsideReviewer[] | null
  /** Where the forge does not show since when it is the head: what came after the first look is about it. */
  headSince: string | null
  last: Seen | null
  /** What was said about reviewers who leave this head out. */
  readonly told: Set<string>
}

/** Null: it is waited on. */
async function lookOnce(watcher: Watcher, waited: WaitedHead, known: Known, look: number): Promise<Polled | null> {
  const { forge, session, line } = watcher
  // Of the look, not of its end: whoever slept through a deadline looks once more before anybody is missing.
  const now = watcher.now()
  const answer = await forge.readSnapshot(session.pr)
  watcher.signal.throwIfAborted()
  const unread = (problem: string): Polled | null => {
    const looks = looksFor(known.reviewers ?? [], watcher)
    line(`⏳ It could not be read (${look}/${looks}): ${problem}`)
    return look >= looks ? { kind: 'unreadable', reason: problem } : null
  }
  if ('problem' in answer)
    return answer.isRefused ? { kind: 'unreadable', reason: answer.problem } : unread(answer.problem)
  const { state, head, headSince } = answer.value
  if (state !== 'open') return { kind: 'ended', how: state, snapshot: answer.value }
  known.head ??= head
  if (head !== known.head) return head === waited.before && look < session.attempts ? null : { kind: 'moved', head }
  known.headSince ??= afterAllIn(answer.value)
  const snapshot = { ...answer.value, headSince: headSince ?? known.headSince, isSinceAssumed: headSince === null }
  const chosen = known.reviewers === null ? await chooseReviewers(watcher, snapshot) : { value: known.reviewers }
  if ('problem' in chosen) return unread(chosen.problem)
  const looks = looksFor(chosen.value, watcher)
  // How many there are is known only now.
  if (known.reviewers === null) line(checkLine(look, looks))
  known.reviewers = chosen.value
  if (known.last === null) tellFirst(watcher, snapshot)
  const { reviewers, since } = known
  await askAboutBots(watcher, snapshot)
  const statuses = reviewerStatuses(snapshot, {
    reviewers,
    since,
    now,
    ...looksLeft(session, look),
    timeLeft: waited.timeLeft(),
    asked: session.trigger,
    readings: watcher.readings.bots,
  })
  const last = { snapshot, statuses }
  known.last = last
  tellSkips(watcher, last, known.told)
  await waited.onLook(snapshot, statuses)
  const decision = decidePoll(statuses, session.quorum)
  if (decision.step === 'analyse') {
    const writers = await writersIn(watcher, snapshot)
    if ('problem' in writers) return unread(writers.problem)
    return { kind: 'heard', snapshot, statuses, writers: writers.value, decision, looks: look }
  }
  if (decision.step === 'fail') return { kind: 'failed', reason: tooFewText(statuses, decision.needed), last }
  line(waitingLine(statuses, look, looks))
  return null
}

/** What may keep reviews from coming, or from being seen. */
function tellFirst({ line }: Watcher, { isDraft, checksAreHidden }: Snapshot): void {
  if (isDraft) line(draftLine)
  if (checksAreHidden) line(hiddenChecksLine)
}

function tellSkips({ session, notice }: Watcher, { snapshot, statuses }: Seen, told: Set<string>): void {
  const texts = statuses
    .filter(isOpen)
    .flatMap((reviewer) => skipText(reviewer, session.trigger, snapshot.isDraft) ?? [])
  for (const text of texts.filter((each) => !told.has(each))) {
    told.add(text)
    notice(text)
  }
}

/** By the clock of the forge, which counts whole seconds. */
function afterAllIn(snapshot: Snapshot): string {
  const posts = readPosts(snapshot, { reviewers: [] }).filter(({ kind }) => kind !== 'reply')
  const times = posts.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]))
  return new Date(Math.max(0, ...times) + 1000).toISOString()
}

/** Those that somebody named are known before the first look. */
function named({ known, session: { waitFor } }: Watcher): readonly OutsideReviewer[] | null {
  return waitFor.length === 0 ? null : namedReviewers(known, waitFor)
}

function looksLeft({ attempts, mostLooks, intervalMs }: WatchSession, look: number) {
  const left = (looks: number) => Math.max(0, looks - look) * intervalMs
  return { looksLeft: left(attempts), ...(mostLooks === undefined ? {} : { mostLeft: left(mostLooks) }) }
}

/** How many looks fit into the time of whoever has the most. */
function looksFor(
  reviewers: readonly OutsideReviewer[],
  { session: { attempts, intervalMs, mostLooks = Infinity } }: Watcher,
): number {
  const looks = reviewers.map(({ deadlineMinutes }) =>
    deadlineMinutes === null ? attempts : Math.ceil((deadlineMinutes * 60_000) / intervalMs) + 1,
  )
  return Math.min(mostLooks, reviewers.length === 0 ? attempts : Math.max(...looks))
}
