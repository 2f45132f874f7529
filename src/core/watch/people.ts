import type { AskedText } from '../outside/asked/asked-text.ts'
import { isSameAccount } from './account.ts'
import { type IsOwn, isClosedByHand } from './conversation.ts'
import { verdictOf } from './objectors.ts'
import { isPostedReview } from './posted-review.ts'
import type { Author, PostedThread, Snapshot, Written } from './snapshot.ts'
import { isStanding } from './texts.ts'
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
   * commands. `nothing`: somebody closed its thread, or its author approved since.
   */
  readonly reach: 'anything' | 'named' | 'nothing'
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
  const reachBelow = (written: Written, isOver: boolean) => {
    const isApproval = 'state' in written && written.state === 'approved'
    return isOver ? 'nothing' : isApproval || isSameAccount(written.author, me) ? 'named' : 'anything'
  }
  return [
    ...comments.flatMap((each) => wordOf(each, null, reachBelow(each, isTakenBack(each)), hearing)),
    ...reviews.filter(isStanding).flatMap((each) => wordOf(each, null, reachBelow(each, isOverruled(each)), hearing)),
    ...threads.flatMap((thread) => {
      const reach = isClosedByHand(thread, me.login, hearing.isOwn) ? 'nothing' : 'anything'
      return thread.comments.flatMap((each) => wordOf(each, thread, reach, hearing))
    }),
  ].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

function wordOf(
  written: Written,
  thread: PostedThread | null,
  reach: Word['reach'],
  hearing: Hearing,
): readonly Word[] {
  const { id, author, body, at, url, editedBy, hasOurThumb = false } = written
  const isHidden = 'isHidden' in written && written.isHidden === true
  if (author === null || author.isBot || isHidden || !hearing.writers.has(author.login)) return []
  if (hearing.isOwn(written) || isPostedReview(body)) return []
  const meant = meaningOf(body, thread !== null, hearing)
  // What somebody else edited is no order of its author.
  const meaning = meant.kind === 'orders' && editedBy !== undefined ? ({ kind: 'unread' } as const) : meant
  const isReleased = meaning.kind === 'unread' && hasOurThumb
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
