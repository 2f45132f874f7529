import type { AskedText } from '../outside/asked/asked-text.ts'
import { type IsOwn, isClosedByHand } from './conversation.ts'
import { verdictOf } from './objectors.ts'
import { isPostedReview } from './posted-review.ts'
import type { Author, PostedThread, Snapshot } from './snapshot.ts'
import { type Listener, type Meaning, meaningOf } from './words.ts'

/** One text of somebody who may write. */
export interface Word {
  readonly id: string
  readonly by: string
  readonly at: string
  readonly url: string
  readonly body: string
  /** Null: it is about the whole pull request. */
  readonly thread: PostedThread | null
  readonly meaning: Meaning
  /**
   * What it may be about where nobody has read it. `named`: only what it names: its author approves by it, or runs the watch and can give
   * commands. `nothing`: somebody closed its thread.
   */
  readonly reach: 'anything' | 'named' | 'nothing'
}

interface Written {
  readonly id: string
  readonly author: Author | null
  readonly body: string
  readonly at: string
  readonly url: string
  readonly isHidden?: boolean
  readonly editedBy?: Author | null
  readonly hasOurThumb?: boolean
  readonly state?: string
}

interface Hearing extends Listener {
  readonly writers: ReadonlySet<string>
  readonly isOwn: IsOwn
}

/** All that people with a say wrote, and we did not, in the order of time. */
export function wordsIn(snapshot: Snapshot, hearing: Hearing): readonly Word[] {
  const { comments, reviews, threads, me } = snapshot
  const approved = (author: Author | null) => {
    const verdict = author === null ? undefined : verdictOf(snapshot, author)
    return verdict?.state === 'approved' ? verdict : undefined
  }
  // Who approves has nothing left to ask for.
  const isTakenBack = ({ author, at }: Written) => at < (approved(author)?.at ?? '')
  const isOverruled = (review: Written) =>
    reviews.findIndex(({ id }) => id === review.id) < reviews.findIndex(({ id }) => id === approved(review.author)?.id)
  const standing = reviews.filter(({ state }) => state !== 'dismissed' && state !== 'pending')
  const reachBelow = ({ author, state }: Written) =>
    state === 'approved' || author?.login === me.login ? 'named' : 'anything'
  return [
    ...comments.flatMap((each) => wordOf(each, null, isTakenBack(each), reachBelow(each), hearing)),
    ...standing.flatMap((each) => wordOf(each, null, isOverruled(each), reachBelow(each), hearing)),
    ...threads.flatMap((thread) => {
      const reach = isClosedByHand(thread, me.login, hearing.isOwn) ? 'nothing' : 'anything'
      return thread.comments.flatMap((each) => wordOf(each, thread, false, reach, hearing))
    }),
  ].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

function wordOf(
  written: Written,
  thread: PostedThread | null,
  isOver: boolean,
  reach: Word['reach'],
  hearing: Hearing,
): readonly Word[] {
  const { id, author, body, at, url, isHidden = false, editedBy, hasOurThumb = false } = written
  if (author === null || author.isBot || isHidden || !hearing.writers.has(author.login)) return []
  if (hearing.isOwn(written) || isPostedReview(body)) return []
  const meant = meaningOf(body, thread !== null, hearing)
  // What somebody else edited is no order of its author.
  const meaning = meant.kind === 'orders' && editedBy !== undefined ? ({ kind: 'unread' } as const) : meant
  const isReleased = meaning.kind === 'unread' && (hasOurThumb || isOver)
  return [{ id, by: author.login, at, url, body, thread, reach, meaning: isReleased ? { kind: 'nothing' } : meaning }]
}

/** What nobody has read, as an agent is asked about it. */
export function unreadTexts(words: readonly Word[]): readonly AskedText[] {
  return words.flatMap(({ id, meaning, body, by, thread, reach }) => {
    if (meaning.kind !== 'unread' || reach === 'nothing') return []
    const [begun] = thread?.comments ?? []
    const own = begun?.id === id && thread !== null ? [id, thread.id] : [id]
    const where = thread === null ? `comment by ${by}` : `thread at ${thread.path ?? 'the whole'}, by ${by}`
    return [{ body, where, repliesTo: begun === undefined || begun.id === id ? null : begun.body, own }]
  })
}
