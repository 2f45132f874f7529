import type { OutsideReviewer } from '../outside/reviewer.ts'
import { withoutMarks } from '../outside/text/plain.ts'
import { windowIn } from '../outside/window-in.ts'
import { given } from '../values/given.ts'
import { beginning } from '../values/shortened.ts'
import { isSameAccount } from './account.ts'
import type { ReadContext } from './read-context.ts'
import { isSinceHead, type Post, readPosts } from './read-posts.ts'
import type { Snapshot } from './snapshot.ts'

/** Where a reviewer that is waited for stands, for the head of the pull request and no other commit. */
export interface ReviewerStatus {
  readonly id: string
  readonly name: string
  /** `missing`: its time is over. `unclear`: the same, and nobody understood what it said. `refused`, `failed`: no review will come. */
  readonly status: 'waiting' | 'working' | 'ready' | 'failed' | 'refused' | 'missing' | 'unclear'
  readonly hasFindings: boolean
  /** Why it failed or refused, in its own words; null: it did neither. */
  readonly reason: string | null
  /** When the rate limit ends that is waited for, as ISO time. */
  readonly limitedUntil?: string
  /** When the rate limit ends that it named, as ISO time. */
  readonly refusedUntil?: string
  /** Why it says nothing about this head, although it could be asked: mostly in its own words. */
  readonly skips?: string
  /** The address of what it said about this head, and nobody understood. */
  readonly unclear?: string
  /** It spoke about another commit only. */
  readonly isStale?: boolean
}

export interface Waiting extends ReadContext {
  /** Milliseconds since 1970: since when this head is waited for, and now. */
  readonly since: number
  readonly now: number
  /** Milliseconds that reviewers without a deadline still get; 0: this is the last look. */
  readonly looksLeft: number
  /** Milliseconds that anybody still gets at most; not there: their deadlines decide. */
  readonly mostLeft?: number
  /** Milliseconds that the session may still take. */
  readonly timeLeft: number
  /** Ids of those that do not come by themselves: we ask them for a review. */
  readonly asked: readonly string[]
}

/** Unclear words are no answer: a reviewer that has not clearly spoken about this head is waited for until its time is over. */
export function reviewerStatuses(snapshot: Snapshot, waiting: Waiting): readonly ReviewerStatus[] {
  const posts = readPosts(snapshot, waiting).filter(({ kind }) => kind !== 'reply')
  return waiting.reviewers.map((reviewer) => {
    const own = posts.filter(({ means }) => means.reviewer === reviewer.id)
    const about = aboutHead(own, snapshot)
    const isRequested = reviewer.logins.some((login) => snapshot.requested.includes(login))
    const spoke = statusFrom(about, reviewer, isRequested)
    const isStale = about.length === 0 && isOpen(spoke) && own.some(({ means }) => means.ready)
    const status = isStale ? { ...spoke, isStale } : spoke
    const limit = limitOn(status, own, about, waiting)
    return inTime({ ...status, ...limit?.refusal }, reviewer.deadlineMinutes, waiting, limit?.until ?? Infinity)
  })
}

function statusFrom(own: readonly Post[], { id, name }: OutsideReviewer, isRequested: boolean): ReviewerStatus {
  const is = (status: ReviewerStatus['status']) => ({ id, name, status, hasFindings: false, reason: null })
  const last = newest(own.filter(({ means }) => means.ready || means.failure || means.class === 'in_progress'))
  if (last === undefined) {
    const texts = own.filter(({ kind, body }) => (kind === 'review' || kind === 'comment') && body.trim() !== '')
    const unclear = newest(texts.filter(({ means }) => means.why.source === 'nothing'))
    if (unclear?.hasOurThumb === true) return is('ready')
    const skips = whySilent(own, name)
    return {
      ...is(isRequested ? 'working' : 'waiting'),
      ...given(skips === undefined ? { unclear: unclear?.url } : { skips }),
    }
  }
  if (last.means.failure)
    return { ...is(last.means.class === 'refused' ? 'refused' : 'failed'), reason: reasonIn(last, name) }
  const isRunning = own.some(({ kind, means }) => kind === 'check' && means.class === 'in_progress')
  if (isRunning || last.means.class === 'in_progress') return is('working')
  const hasFindings = own.some(({ means }) => means.class === 'findings')
  // Only a review that describes the change, submitted together with its threads, is clean without saying so.
  const isClean = own.some(({ kind, means }) => {
    return means.class === 'clean' || (kind === 'review' && means.class === 'summary' && means.ready)
  })
  // How its own check ended counts more than words that praise the change.
  const broken = own.find(({ conclusion }) => unsuccessful.has(conclusion ?? ''))
  if (!hasFindings && isClean && broken !== undefined)
    return { ...is('failed'), reason: `its check ended with ${broken.conclusion}` }
  return hasFindings || isClean ? { ...is('ready'), hasFindings } : is('waiting')
}

/** A check that was skipped, or found nothing to say, is none of these. */
const unsuccessful: ReadonlySet<string> = new Set([
  ...['failure', 'error', 'timed_out', 'startup_failure', 'action_required', 'cancelled', 'canceled'],
])

function reasonIn({ kind, body }: Post, name: string): string {
  return kind === 'reaction' ? `it reacted with ${body}` : (tellingLines(body, name)[0] ?? '')
}

function whySilent(own: readonly Post[], name: string): string | undefined {
  const edited = newest(own.filter(({ editedBy }) => editedBy !== undefined))
  const editor = edited?.editedBy?.login ?? 'Somebody else'
  if (edited !== undefined) return `${editor} edited its text, which does not count as its own any more: ${edited.url}`
  const notice = newest(own.filter(({ means }) => means.class === 'notice'))?.body ?? ''
  if (!skipping.test(withoutMarks(notice))) return undefined
  return `${tellingLines(notice, name).slice(0, 2).join(': ').replace(/\.$/, '')}.`
}

const skipping = /\breviews? (?:(?:is|are|was|were) )?skipped\b|\bskipp(?:ed|ing) (?:\w+ ){0,3}review\b/i

/** What says something, line by line. Its own name as a headline says nothing, unless there is nothing else. */
function tellingLines(body: string, name: string): readonly string[] {
  // The kind of a box is not its text: `> [!WARNING]`.
  const isTelling = (line: string) => /\p{L}{3}/u.test(line) && !/^\W*\[!\w+\]\W*$/.test(line)
  const lines = withoutMarks(body).split('\n').filter(isTelling)
  const plain = lines.map((line) => line.replace(/^[^\p{L}\p{N}]+|[#>*_`[\]!\s]+$/gu, ''))
  const telling = plain.map((line) => beginning(line.replace(/[#>*_`[\]!\s]+/g, ' '), 200))
  const others = telling.filter((line) => !name.toLowerCase().includes(line.toLowerCase()))
  return others.length > 0 ? others : telling
}

/** What one reviewer says and shows about the head. Words are clearer than a reaction, unless they are clearly older. */
function aboutHead(all: readonly Post[], snapshot: Snapshot): readonly Post[] {
  const own = all.filter((post) => post.isAboutHead && !mayBeLate(post, snapshot))
  const words = own.filter(({ kind, means }) => kind !== 'reaction' && (means.ready || means.failure))
  // A reviewer that works on another commit, or found nothing in it since this head is there, may mean that one by its reaction.
  const isElsewhere = all.some(({ means: { class: kind }, ...post }) => {
    const isMeant = kind === 'in_progress' ? post.commits.length > 0 : kind === 'clean' && isSinceHead(post, snapshot)
    return isMeant && !post.isAboutHead
  })
  const isLast = (reaction: Post) =>
    words.every(({ at }) => at !== null && Date.parse(at) < Date.parse(reaction.at ?? ''))
  return own.filter((post) => post.kind !== 'reaction' || (!isElsewhere && isLast(post)))
}

/**
 * A workflow of an earlier head may say late that it found nothing. Where only the time ties such words to the head, they count when
 * the checks of the same account at this head have ended, and began before, and when they name no other commit.
 */
function mayBeLate({ author, at, body, commit, commits, means }: Post, { checks, head }: Snapshot): boolean {
  if (means.class !== 'clean' || commit !== null || commits.includes(head)) return false
  const named = idsIn(body)
  if (named.length > 0 && !named.some((id) => head.startsWith(id))) return true
  const runs = checks.filter((check) => isSameAccount(check.author, author))
  return runs.some(({ status, startedAt }) => status !== 'done' || (startedAt != null && (at ?? '') < startedAt))
}

/** What looks like the id of a commit to people, in any language. */
function idsIn(body: string): readonly string[] {
  const said = withoutMarks(body).replace(/https?:\/\/(?!\S*\/commit\/)\S+/g, '')
  return (said.match(/(?<![\w-])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}(?![\w-])/g) ?? []).map((id) =>
    id.toLowerCase(),
  )
}

/** A reviewer with a limit that ends in time is waited for; one that has not spoken in time is missing. */
function inTime(reviewer: ReviewerStatus, deadline: number | null, waiting: Waiting, limitEnd: number): ReviewerStatus {
  const { since, now, looksLeft, timeLeft, mostLeft = Infinity } = waiting
  const left = Math.min(deadline === null ? looksLeft : since + deadline * 60_000 - now, mostLeft)
  if (left > 0 && limitEnd - now < Math.min(left, timeLeft))
    return { ...reviewer, status: 'working', limitedUntil: new Date(limitEnd).toISOString() }
  if (left > 0 || !isOpen(reviewer)) return reviewer
  return { ...reviewer, status: reviewer.unclear === undefined ? 'missing' : 'unclear' }
}

/** May still become ready. */
export const isOpen = ({ status }: ReviewerStatus): boolean => status === 'waiting' || status === 'working'

/** Whether nothing keeps a review away but that nobody asks for it. */
export function mayBeAsked({ status, limitedUntil }: ReviewerStatus, now: number): boolean {
  return limitedUntil === undefined ? status === 'waiting' : Date.parse(limitedUntil) <= now
}

/**
 * The rate limit that keeps a reviewer from this head; null: none whose end is known. One from an earlier commit counts while it
 * lasts, because nobody is asked into it; a reviewer that comes by itself and named no end may come all the same.
 */
function limitOn({ id, name, status }: ReviewerStatus, own: readonly Post[], about: readonly Post[], waiting: Waiting) {
  const isRefused = status === 'refused'
  const posts = isRefused ? about : status === 'waiting' ? own.filter(({ at }) => at !== null) : []
  const last = newest(posts.filter(({ means }) => means.ready || means.class === 'refused'))
  if (last?.means.class !== 'refused') return null
  const windowMs = windowIn(last.body)
  const isNamed = windowMs !== undefined
  const until = (last.at === null ? waiting.since : Date.parse(last.at)) + (windowMs ?? usualLimitMs)
  const counts = isRefused ? isNamed : until > waiting.now && (isNamed || waiting.asked.includes(id))
  const end = isNamed ? { refusedUntil: new Date(until).toISOString() } : {}
  return counts ? { until, refusal: { status: 'refused', reason: reasonIn(last, name), ...end } as const } : null
}

/** How long a refusal that names no time holds. */
const usualLimitMs = 3_600_000

/** What has no time, such as a check, is older than what has one. */
function newest(posts: readonly Post[]): Post | undefined {
  return posts.reduce<Post | undefined>((last, each) => ((each.at ?? '') >= (last?.at ?? '') ? each : last), undefined)
}

/** What is to be done after a look at the pull request. */
export type PollDecision =
  | { readonly step: 'wait' }
  /** Nobody is waited for any longer. `isShort`: fewer reviews came than are needed; then `lacking` are those that did not come. */
  | { readonly step: 'analyse'; readonly isShort: boolean; readonly lacking: readonly ReviewerStatus[] }
  /** More are needed than are waited for. */
  | { readonly step: 'fail'; readonly needed: number }

/** Everybody who is waited for is needed, unless a quorum is given. All have their time, so that what they find is fixed. */
export function decidePoll(reviewers: readonly ReviewerStatus[], quorum: number | null): PollDecision {
  // That nobody is waited for has its own end.
  const needed = reviewers.length === 0 ? 0 : (quorum ?? reviewers.length)
  if (needed > reviewers.length) return { step: 'fail', needed }
  if (reviewers.some(isOpen)) return { step: 'wait' }
  const lacking = reviewers.filter(({ status }) => status !== 'ready')
  return { step: 'analyse', isShort: reviewers.length - lacking.length < needed, lacking }
}
