import { isSameAccount } from './account.ts'
import { marksIn } from './mark.ts'
import type { PeopleContext } from './read-posts.ts'
import type { PostedThread, Snapshot, ThreadMessage, Written } from './snapshot.ts'

/** What we said about an item. `skipped`: it was left as it is, with a reason. */
export type OwnAnswer = 'fixed' | 'skipped'

/** Whether we wrote a text. */
export type IsOwn = (text: Pick<Written, 'author' | 'body'>) => boolean

/**
 * Others may watch the same pull request with their own accounts: our mark is believed from whoever may write, and from bots such as
 * workflows, but not from reviewers, because strangers can make those write anything.
 */
export function ownTextCheck({ me }: Pick<Snapshot, 'me'>, { writers, reviewers }: PeopleContext): IsOwn {
  return ({ author, body }) => {
    if (author === null || !isMarked({ body })) return false
    const isReviewer = reviewers.some(({ logins }) => logins.includes(author.login))
    return isSameAccount(author, me) || (author.isBot ? !isReviewer : writers.has(author.login))
  }
}

export function isMarked({ body }: Pick<Written, 'body'>): boolean {
  const kinds = ['fixed', 'skipped', 'answers', 'trigger', 'withdrawn', 'explained']
  return kinds.some((kind) => marksIn(body, kind).length > 0)
}

/** Our last answer in a thread, with the fix it names and what was said after it. A withdrawn answer is none: its commit never arrived. */
export function lastReply({ comments }: PostedThread, isOwn: IsOwn) {
  const isAnswer = ({ body }: ThreadMessage) => [...marksIn(body, 'fixed'), ...marksIn(body, 'skipped')].length > 0
  const index = comments.findLastIndex((message) => isOwn(message) && isAnswer(message))
  const own = comments[index]
  if (own === undefined) return undefined
  const fixed = marksIn(own.body, 'fixed').at(-1)
  const answer: OwnAnswer = fixed === undefined ? 'skipped' : 'fixed'
  return { answer, commit: fixed?.split(' ').at(-1), by: own.author?.login, after: comments.slice(index + 1) }
}

/** Whether somebody resolved it, and not we because of a fix. */
export function isClosedByHand(thread: PostedThread, me: string, isOwn: IsOwn): boolean {
  const reply = lastReply(thread, isOwn)
  return thread.isResolved && !(reply?.answer === 'fixed' && [me, reply.by].includes(thread.resolvedBy ?? ''))
}
