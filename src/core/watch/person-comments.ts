import type { AskedText } from '../outside/asked/asked-text.ts'
import { compareText } from '../values/compare-text.ts'
import { isSameAccount } from './account.ts'
import { lastVerdict } from './change-requests.ts'
import { isClosedByHand, ownTextCheck } from './own-replies.ts'
import { type PersonContext, type PersonText, readPersonText } from './person-text.ts'
import { isPerson, type Post, type ReadContext, readPosts } from './read-posts.ts'
import type { PostedThread, Snapshot } from './snapshot.ts'

/** A text of somebody who may write to the repository. */
export interface PersonComment extends PersonText {
  readonly id: string
  readonly by: string
  readonly at: string
  readonly url: string
  readonly body: string
  /** Null: it is about the whole pull request. */
  readonly thread: PostedThread | null
  /**
   * What it may concern while it is unclear. `named`: only what it names, because its author approves by it, or runs the watch and can
   * give commands. `nothing`: somebody resolved its thread, or its author approved since.
   */
  readonly mayConcern: 'anything' | 'named' | 'nothing'
}

export type PeopleContext = ReadContext & PersonContext & { readonly writers: ReadonlySet<string> }

/** What people who may write wrote, and we did not, in the order of time. */
export function personComments(
  snapshot: Snapshot,
  context: PeopleContext,
  posts: readonly Post[] = readPosts(snapshot, context),
): readonly PersonComment[] {
  const isOwn = ownTextCheck({ ...context, me: snapshot.me })
  const comments = posts.flatMap((post) => {
    const { id, author, createdAt: at, url, body, thread } = post
    if (author === null || !isPerson(post) || post.isOwn || !context.writers.has(author.login)) return []
    const mayConcern =
      thread === null
        ? concernOf(post, snapshot)
        : isClosedByHand(thread, snapshot.me.login, isOwn)
          ? 'nothing'
          : 'anything'
    return [{ id, by: author.login, at, url, body, thread, mayConcern, ...textOf(post, context) } as const]
  })
  return comments.sort((one, other) => compareText(one.at, other.at))
}

/** What somebody else edited is no order of its author. A thumbs up of the user releases what is unclear. */
function textOf({ body, thread, editedBy, hasOurThumb }: Post, context: PeopleContext): PersonText {
  const read = readPersonText(body, thread !== null, context)
  const text =
    read.orders.length === 0 || editedBy === undefined
      ? read
      : ({ orders: [{ order: 'unclear', about: body }], heard: null } as const)
  return hasOurThumb === true && isUnclear(text) ? { orders: [], heard: null } : text
}

export function isUnclear({ orders }: PersonText): boolean {
  return orders.some(({ order }) => order === 'unclear')
}

function concernOf({ kind, id, author, createdAt, state }: Post, snapshot: Snapshot): PersonComment['mayConcern'] {
  const verdict = lastVerdict(snapshot, author)
  const position = (review: string) => snapshot.reviews.findIndex((each) => each.id === review)
  const isBefore = verdict && (kind === 'review' ? position(id) < position(verdict.id) : createdAt < verdict.at)
  if (verdict?.state === 'approved' && isBefore) return 'nothing'
  return state === 'approved' || isSameAccount(author, snapshot.me) ? 'named' : 'anything'
}

/** Unclear texts, as an agent is asked about them. */
export function unreadTexts(comments: readonly PersonComment[]): readonly AskedText[] {
  return comments.flatMap((comment) => {
    const { id, body, by, thread, mayConcern } = comment
    if (!isUnclear(comment) || mayConcern === 'nothing') return []
    if (thread === null) return [{ body, where: `comment by ${by}`, repliesTo: null, own: [id] }]
    const isFirst = thread.comments[0]?.id === id
    const where = `thread at ${thread.path ?? 'the whole'}, by ${by}`
    const [repliesTo, own] = isFirst ? [null, [id, thread.id]] : [thread.comments[0]?.body ?? null, [id]]
    return [{ body, where, repliesTo, own }]
  })
}
