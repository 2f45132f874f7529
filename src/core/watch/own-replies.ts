import type { OutsideReviewer } from '../outside/reviewer.ts'
import { knownReviewer } from '../outside/reviewers/index.ts'
import { isSameAccount } from './account.ts'
import { marksIn } from './mark.ts'
import type { PeopleContext } from './read-context.ts'
import type { PostedThread, Snapshot, ThreadMessage, Written } from './snapshot.ts'

/** What we said about an item. `skipped`: it was left as it is, with a reason. */
export type OwnAnswer = 'fixed' | 'skipped'

/** Whether we wrote a text. */
export type IsOwn = (text: Pick<Written, 'author' | 'body'>) => boolean

/**
 * Others may watch the same pull request with their own accounts: our mark is believed from whoever may write, and from bots that
 * post for us. Strangers can make any other bot write it, also a reviewer that shares our account.
 */
export function ownTextCheck({ me }: Pick<Snapshot, 'me'>, { writers, reviewers }: PeopleContext): IsOwn {
  const ours = [reviewLoop, ...reviewers.filter(({ id }) => id === reviewLoop.id)].flatMap(accountsOf)
  return ({ author, body }) => {
    if (author === null || !isMarked({ body })) return false
    if (!author.isBot) return isSameAccount(author, me) || writers.has(author.login)
    const isOther = reviewers.some(
      (reviewer) => reviewer.id !== reviewLoop.id && isTextOf(reviewer, author.login, body),
    )
    return !isOther && (isSameAccount(author, me) || ours.includes(author.login))
  }
}

const reviewLoop = knownReviewer('review-loop')

const accountsOf = ({ logins, shared }: OutsideReviewer) => [...logins, ...(shared?.logins ?? [])]

function isTextOf({ id, logins, shared }: OutsideReviewer, login: string, body: string): boolean {
  const isDescribed = !id.startsWith('@')
  return isDescribed && (logins.includes(login) || (shared?.logins.includes(login) === true && shared.mark.test(body)))
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
  const answer: OwnAnswer = marksIn(own.body, 'fixed').length === 0 ? 'skipped' : 'fixed'
  return { answer, by: own.author?.login, after: comments.slice(index + 1) }
}

/** Where we said that something is fixed, with each commit that was to bring it: by the id of its thread, or the key of its item. */
export function fixClaims({ threads, comments }: Snapshot, isOwn: IsOwn): ReadonlyMap<string, readonly string[]> {
  const inThreads = threads.flatMap((thread): [string, readonly string[]][] => {
    const reply = lastReply(thread, isOwn)
    if (reply?.answer !== 'fixed') return []
    // Two who watch may both have said it.
    const before = thread.comments.slice(0, thread.comments.length - reply.after.length)
    const said = before.slice(before.findLastIndex((message) => !isOwn(message)) + 1)
    const last = said.flatMap(({ author, body }): [string, string][] => {
      const mark = marksIn(body, 'fixed').at(-1)
      return mark === undefined ? [] : [[author?.login ?? '', mark.split(' ').at(-1)!]]
    })
    return [[thread.id, [...new Map(last).values()]]]
  })
  const below = comments.filter(isOwn).flatMap(({ body }) => {
    const commits = marksIn(body, 'answers').map((mark) => mark.split(' ')[0]!)
    return marksIn(body, 'fixed').map((key): [string, readonly string[]] => [key, commits])
  })
  return new Map([...below, ...inThreads])
}

/** Whether somebody resolved it, and not we because of a fix. */
export function isClosedByHand(thread: PostedThread, me: string, isOwn: IsOwn): boolean {
  const reply = lastReply(thread, isOwn)
  return thread.isResolved && !(reply?.answer === 'fixed' && [me, reply.by].includes(thread.resolvedBy ?? ''))
}
