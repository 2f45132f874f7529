import { withoutMarks } from '../outside/text/plain.ts'
import { marksIn } from './mark.ts'
import { isRefusal } from './refusal.ts'
import type { PostedThread, ThreadMessage } from './snapshot.ts'

// What is said in a thread after it was begun.

/** What we said about an item. `skipped`: it was left as it is, with a reason. */
export type OwnAnswer = 'fixed' | 'skipped'

export interface Utterance {
  readonly by: string
  readonly body: string
}

/** Whether somebody says something there whose word counts. */
type HasSay = (message: ThreadMessage) => boolean

/** Our last word in a thread, and what a person said after it, who is then to be heard again. */
export function lastAnswer(
  { comments }: PostedThread,
  me: string,
  hasSay: HasSay,
): { readonly answer: OwnAnswer | null; readonly again?: ThreadMessage } | null {
  const index = comments.findLastIndex((message) => isOwn(message, me))
  const own = comments[index]
  if (own === undefined) return null
  const again = comments.slice(index + 1).findLast((message) => !message.isHidden && hasSay(message))
  if (again !== undefined) return { answer: null, again }
  return { answer: marksIn(own.body, 'fixed').length > 0 ? 'fixed' : 'skipped' }
}

/** The commit that our last word in a thread calls its fix; undefined: it is another word, or there is none. */
export function calledFixedIn({ comments }: PostedThread, me: string): string | undefined {
  const own = comments.findLast((message) => isOwn(message, me))
  return marksIn(own?.body ?? '', 'fixed')
    .at(-1)
    ?.split(' ')
    .at(-1)
}

/**
 * Who wants it left as it is, by the last word of those with a say; null: nobody. What we already fixed is not left by that: it
 * asks for a change back.
 */
export function leftBy({ comments }: PostedThread, me: string, hasSay: HasSay): string | null {
  const isFixed = comments.some((message) => isOwn(message, me) && marksIn(message.body, 'fixed').length > 0)
  const last = comments.slice(1).findLast((message) => !message.isHidden && !isOwn(message, me) && hasSay(message))
  return isFixed || last === undefined || !isRefusal(last.body) ? null : (last.author?.login ?? null)
}

/** Written by us: our account alone is not enough, a person may use it too. */
export function isOwn({ author, body }: Pick<ThreadMessage, 'author' | 'body'>, me: string): boolean {
  return author?.login === me && ownKinds.some((kind) => marksIn(body, kind).length > 0)
}

const ownKinds = ['fixed', 'skipped', 'answers', 'trigger'] as const

/**
 * What people added to how a thread began; or, where one of them is heard again, all that came before it, with how it began and
 * what we answered.
 */
export function talkIn(
  { comments }: PostedThread,
  again: ThreadMessage | null,
  me: string,
  hasSay: HasSay,
): readonly Utterance[] {
  const shown = comments.filter(({ isHidden }) => !isHidden)
  const before = again === null ? shown.slice(1) : shown.slice(0, shown.indexOf(again))
  return before
    .filter((message, index) => {
      if (isOwn(message, me)) return again !== null
      return hasSay(message) || (again !== null && index === 0)
    })
    .map(({ author, body }) => ({ by: author?.login ?? 'somebody', body: withoutMarks(body).trim() }))
}
