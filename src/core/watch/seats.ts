import { classify } from '../outside/classify.ts'
import type { OutsideReviewer } from '../outside/reviewer.ts'
import { withoutMarks } from '../outside/text/plain.ts'
import type { AgentReading, Classification } from '../outside/types.ts'
import { windowIn } from '../outside/window-in.ts'
import { beginning } from '../values/shortened.ts'
import { aboutHead, type Meant } from './about-head.ts'
import type { Snapshot } from './snapshot.ts'
import { signalsOf, type Text } from './texts.ts'

/** Where a reviewer that is waited for stands, for the head of the pull request and no other commit. */
export interface Seat {
  readonly id: string
  readonly name: string
  /** `missing`: its time is over. `unclear`: so is that of one that said something nobody understood. `refused`, `failed`: no review will come. */
  readonly status: 'waiting' | 'working' | 'ready' | 'failed' | 'refused' | 'missing' | 'unclear'
  /** Of one that is ready: whether it has something against the change. */
  readonly hasFindings: boolean
  /** Why it failed or refused, in its own words; null: it did neither. */
  readonly reason: string | null
  /** When the limit ends that it ran into and that is waited for, as ISO time; not there: it is in none. */
  readonly limitedUntil?: string
  /** The end of a limit that it named, as ISO time. */
  readonly refusedUntil?: string
  /** Why it says nothing about this head, although it could be asked: mostly in its own words. Not there: nobody knows. */
  readonly skips?: string
  /** The address of what it said about this head, and nobody understood. */
  readonly unclear?: string
  /** It spoke about another commit only. */
  readonly isStale?: boolean
}

export interface Waiting {
  /** Those that are waited for. */
  readonly reviewers: readonly OutsideReviewer[]
  /** Milliseconds since 1970: since when this head is waited for, and now. */
  readonly since: number
  readonly now: number
  /** Milliseconds that the further looks take which those get who have no time of their own; 0: this is the last one. */
  readonly looksLeft: number
  /** Milliseconds that the further looks take which anybody gets at most; not there: their own time decides. */
  readonly mostLeft?: number
  /** Milliseconds that the session may still take. */
  readonly timeLeft: number
  /** Ids of those that do not come by themselves: we ask them for a review. */
  readonly asked: readonly string[]
  /** What an agent made of unclear texts. */
  readonly readings?: ReadonlyMap<string, AgentReading>
}

/** Unknown words are no answer: who has not clearly spoken about this head is waited for, until its time is over. */
export function seatsOf(snapshot: Snapshot, waiting: Waiting): readonly Seat[] {
  const all = signalsOf(snapshot).map((text) => ({
    text,
    means: classify(text.said, waiting.reviewers, waiting.readings),
  }))
  return waiting.reviewers.map((reviewer) => {
    const own = withoutOverruled(all.filter(({ means }) => means.reviewer === reviewer.id))
    const about = aboutHead(own, snapshot)
    const isRequested = reviewer.logins.some((login) => snapshot.requested.includes(login))
    const spoke = seatOf(reviewer, about, isRequested)
    const isStale = about.length === 0 && own.some(({ means }) => means.ready)
    const seat = isStale && isOpen(spoke) ? { ...spoke, isStale } : spoke
    const limit = limitOn(seat, own, about, waiting)
    if (limit === null) return inTime(seat, reviewer, waiting, null)
    const until = limit.isNamed ? { refusedUntil: new Date(limit.until).toISOString() } : {}
    return inTime({ ...seat, status: 'refused', reason: limit.reason, ...until }, reviewer, waiting, limit.until)
  })
}

/** What an agent calls clean is not, where a check of the same reviewer failed. */
function withoutOverruled(own: readonly Meant[]): readonly Meant[] {
  const hasFailed = own.some(({ text, means }) => text.source.kind === 'check' && means.failure)
  return own.filter(({ means }) => !hasFailed || means.why.source !== 'agent' || means.class !== 'clean')
}

function seatOf({ id, name }: OutsideReviewer, own: readonly Meant[], isRequested: boolean): Seat {
  const seat = (status: Seat['status']): Seat => ({ id, name, status, hasFindings: false, reason: null })
  const last = newest(own.filter(({ means }) => means.ready || means.failure || means.class === 'in_progress'))
  const isRunning = own.some(({ text, means }) => text.source.kind === 'check' && means.class === 'in_progress')
  if (last === undefined) {
    const unclear = newest(own.filter(isUnclear))
    if (unclear?.text.hasOurThumb === true) return seat('ready')
    const heard = { ...seat(isRequested ? 'working' : 'waiting'), ...whyUnheard(own, name) }
    return unclear === undefined || heard.skips !== undefined ? heard : { ...heard, unclear: unclear.text.url }
  }
  if (last.means.failure) {
    const status = last.means.class === 'refused' ? 'refused' : 'failed'
    return { ...seat(status), reason: reasonIn(last.text, name) }
  }
  if (isRunning || last.means.class === 'in_progress') return seat('working')
  const hasFindings = own.some(({ means }) => means.class === 'findings')
  // A finished review that says nothing is not yet one that found nothing, unless all it found came with it.
  if (!hasFindings && !own.some(({ text, means }) => means.class === 'clean' || isWhole(text, means))) {
    return seat('waiting')
  }
  return { ...seat('ready'), hasFindings }
}

/** Nothing says what it is: a person has to read it. */
function isUnclear({ text, means }: Meant): boolean {
  return (
    means.why.source === 'nothing' && (text.source.kind === 'review' || text.source.kind === 'comment') && hasBody(text)
  )
}

function hasBody({ said }: Text): boolean {
  return (said.body ?? '').trim() !== ''
}

function reasonIn({ source, said }: Text, name: string): string {
  const body = said.body ?? ''
  return source.kind === 'reaction' ? `it reacted with ${body}` : (tellingLines(body, name)[0] ?? '')
}

function whyUnheard(own: readonly Meant[], name: string): Pick<Seat, 'skips'> {
  const edited = newest(own.filter(({ text }) => text.said.editedBy !== undefined))
  if (edited === undefined) return skipIn(own, name)
  const editor = edited.text.said.editedBy?.login ?? 'Somebody else'
  return { skips: `${editor} edited its text, which does not count as its own any more: ${edited.text.url}` }
}

function skipIn(own: readonly Meant[], name: string): Pick<Seat, 'skips'> {
  const body = newest(own.filter(({ means }) => means.class === 'notice'))?.text.said.body ?? ''
  if (!skipping.test(withoutMarks(body))) return {}
  const words = tellingLines(body, name).slice(0, 2).join(': ')
  return { skips: words.replace(/\.?$/, '.') }
}

const skipping = /\breviews? (?:(?:is|are|was|were) )?skipped\b|\bskipp(?:ed|ing) (?:\w+ ){0,3}review\b/i

/** A review is submitted together with its threads: one that only describes the change has no more than those. */
function isWhole({ source }: Text, { class: kind, ready }: Classification): boolean {
  return source.kind === 'review' && kind === 'summary' && ready
}

/** Who has run into a limit that ends before its time and ours do is waited for; who has not spoken in time is missing. */
function inTime(seat: Seat, reviewer: OutsideReviewer, waiting: Waiting, limitedUntil: number | null): Seat {
  const { since, now, looksLeft, timeLeft, mostLeft = Infinity } = waiting
  const { deadlineMinutes } = reviewer
  const own = deadlineMinutes === null ? looksLeft : since + deadlineMinutes * 60_000 - now
  const left = Math.min(own, mostLeft)
  const isShort = limitedUntil !== null && limitedUntil - now < Math.min(left, timeLeft)
  if (seat.status === 'refused' && isShort && left > 0)
    return { ...seat, status: 'working', limitedUntil: new Date(limitedUntil).toISOString() }
  if (left > 0 || !isOpen(seat)) return seat
  return { ...seat, status: seat.unclear === undefined ? 'missing' : 'unclear' }
}

/** May still become ready. */
export function isOpen({ status }: Seat): boolean {
  return status === 'waiting' || status === 'working'
}

/** Nothing keeps it but that nobody asks for a review: it has said nothing, or the limit that was waited for is over. */
export function mayBeAsked({ status, limitedUntil }: Seat, now: number): boolean {
  return limitedUntil === undefined ? status === 'waiting' : Date.parse(limitedUntil) <= now
}

interface Limit {
  readonly reason: string
  /** Milliseconds since 1970. */
  readonly until: number
  /** It says itself when it ends. */
  readonly isNamed: boolean
}

/**
 * The limit that keeps a reviewer from this head; null: none whose end is known. One that it ran into at an earlier commit counts
 * while it lasts: nobody is asked into it, so nothing would come. Who comes by itself and named no end may come all the same.
 */
function limitOn(
  { id, name, status }: Seat,
  own: readonly Meant[],
  about: readonly Meant[],
  waiting: Waiting,
): Limit | null {
  const isRefused = status === 'refused'
  if (!isRefused && status !== 'waiting') return null
  const limit = limitIn(isRefused ? about : own.filter(({ text }) => text.at !== null), name, waiting)
  if (limit === null) return null
  const { until, isNamed } = limit
  const counts = isRefused ? isNamed : until > waiting.now && (isNamed || waiting.asked.includes(id))
  return counts ? limit : null
}

/** How long a refusal that names no time holds. */
const usualLimitMs = 3_600_000

/** What a reviewer ran into and has not reviewed since. */
function limitIn(own: readonly Meant[], name: string, { since }: Waiting): Limit | null {
  const last = newest(own.filter(({ means }) => means.ready || means.class === 'refused'))
  if (last?.means.class !== 'refused') return null
  const { at, said } = last.text
  const windowMs = windowIn(said.body ?? '')
  const until = (at === null ? since : Date.parse(at)) + (windowMs ?? usualLimitMs)
  return { reason: reasonIn(last.text, name), until, isNamed: windowMs !== undefined }
}

/** What has no time, as checks have not, is older than what has one. */
function newest(all: readonly Meant[]): Meant | undefined {
  return all.reduce<Meant | undefined>(
    (last, each) => (last === undefined || (each.text.at ?? '') >= (last.text.at ?? '') ? each : last),
    undefined,
  )
}

/** What somebody says, line by line. Its own name as a headline says nothing, unless there is nothing else. */
function tellingLines(body: string, name: string): readonly string[] {
  // What kind of box it stands in is none of its words: `> [!WARNING]`.
  const lines = withoutMarks(body)
    .split('\n')
    .filter((line) => !/^\W*\[!\w+\]\W*$/.test(line))
  const words = lines.map((line) => line.replace(/[#>*_`[\]!]+/g, ' ').trim())
  const telling = words.filter((each) => /\p{L}{3}/u.test(each))
  const others = telling.filter((each) => !name.toLowerCase().includes(each.toLowerCase()))
  return (others.length > 0 ? others : telling).map((line) =>
    beginning(line.replace(/^[^\p{L}\p{N}]+/u, '').replace(/\s+/g, ' '), 200),
  )
}
