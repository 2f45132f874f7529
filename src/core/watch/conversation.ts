import { classify } from '../outside/classify.ts'
import { withoutMarks } from '../outside/text/plain.ts'
import { isSameAccount } from './account.ts'
import { marksIn } from './mark.ts'
import type { Question } from './question.ts'
import type { PostedThread, Snapshot, ThreadMessage } from './snapshot.ts'
import { saidBy } from './texts.ts'
import { hasWords } from './words.ts'

// What is said in a thread after it was begun.

/** What we said about an item. `skipped`: it was left as it is, with a reason. */
export type OwnAnswer = 'fixed' | 'skipped'

export interface Utterance {
  readonly by: string
  readonly body: string
}

/** Whether somebody says something there that our answer does not deal with. */
type IsNew = (message: ThreadMessage, isFixed: boolean) => boolean

interface LastAnswer {
  readonly answer: OwnAnswer | null
  /** The account that it was given with. */
  readonly by: string | undefined
  readonly again?: ThreadMessage
  /** It is said to what we called fixed. */
  readonly objects?: boolean
}

/** Our last word in a thread, and what a person said after it. */
export function lastAnswer({ comments }: PostedThread, isOwn: IsOwn, isNew: IsNew): LastAnswer | null {
  const index = comments.findLastIndex((message) => isOwn(message) && isAnswer(message))
  const own = comments[index]
  if (own === undefined) return null
  const isFixed = marksIn(own.body, 'fixed').length > 0
  const again = comments.slice(index + 1).findLast((message) => isNew(message, isFixed))
  const by = own.author?.login
  if (again !== undefined) return { answer: null, by, again, objects: isFixed }
  return { answer: isFixed ? 'fixed' : 'skipped', by }
}

/** One that was withdrawn is none: its commit never arrived. */
function isAnswer({ body }: Pick<Spoken, 'body'>): boolean {
  return marksIn(body, 'fixed').length > 0 || marksIn(body, 'skipped').length > 0
}

/**
 * Whether nobody has closed it: who speaks after we closed it as fixed has not agreed to that, and has not to open it again to be
 * heard. Another who closed it has read that.
 */
export function isUnsettled({ isResolved, resolvedBy }: PostedThread, me: string, after: LastAnswer | null): boolean {
  const isOurs = resolvedBy === me || resolvedBy === after?.by
  return !isResolved || (isOurs && after?.objects === true)
}

/** The commit that our last word in a thread calls its fix; undefined: it is another word, or there is none. */
export function calledFixedIn({ comments }: PostedThread, isOwn: IsOwn): string | undefined {
  const own = comments.findLast((message) => isOwn(message) && isAnswer(message))
  return marksIn(own?.body ?? '', 'fixed')
    .at(-1)
    ?.split(' ')
    .at(-1)
}

/** Whether somebody closed it by hand: not we, because of a fix. */
export function isClosedByHand({ isResolved, resolvedBy, comments }: PostedThread, me: string, isOwn: IsOwn): boolean {
  const own = comments.findLast((message) => isOwn(message) && isAnswer(message))
  const isFixed = marksIn(own?.body ?? '', 'fixed').length > 0
  return isResolved && !(isFixed && [me, own?.author?.login].includes(resolvedBy ?? ''))
}

/** The last word of each bot after we called a thread fixed. */
export function repliesToFix({ comments }: PostedThread, isOwn: IsOwn): readonly ThreadMessage[] {
  const own = comments.findLastIndex((message) => isOwn(message) && isAnswer(message))
  if (own === -1) return []
  const replies = comments.slice(own + 1).filter(({ author, isHidden }) => author?.isBot === true && !isHidden)
  return [...new Map(replies.map((message) => [message.author?.login, message])).values()].filter(
    (message) => !isOwn(message),
  )
}

/** Only what is understood agrees: everything else that a bot says to a fix is for a person. */
export function isAgreement(
  { author, body, hasOurThumb = false }: ThreadMessage,
  reading: Pick<Question, 'reviewers' | 'readings'>,
): boolean {
  if (hasOurThumb || !hasWords(withoutMarks(body))) return true
  const { class: kind, why } = classify(saidBy(author, 'issue_comment', body), reading.reviewers, reading.readings)
  return kind === 'clean' || (kind === 'notice' && why.source !== 'nothing')
}

type Spoken = Pick<ThreadMessage, 'author' | 'body'>

/** Whether we wrote it. */
export type IsOwn = (message: Spoken) => boolean

/**
 * Others watch the same pull request with their own accounts: a mark is believed from whoever may write, and from bots, as a
 * workflow is one. Not from a reviewer: what it writes, strangers may have made it write. An account alone is not enough, a person may
 * use it too.
 */
export function ownOf({
  me,
  writers,
  reviewers,
}: Pick<Question, 'writers' | 'reviewers'> & Pick<Snapshot, 'me'>): IsOwn {
  return ({ author, body }) => {
    if (author === null || !isMarked({ body })) return false
    const { login, isBot } = author
    if (isSameAccount(author, me)) return true
    return isBot ? !reviewers.some(({ logins }) => logins.includes(login)) : writers.has(login)
  }
}

export function isMarked({ body }: Pick<Spoken, 'body'>): boolean {
  return ownKinds.some((kind) => marksIn(body, kind).length > 0)
}

const ownKinds = ['fixed', 'skipped', 'answers', 'trigger', 'withdrawn', 'explained'] as const

/**
 * What people added to how a thread began; or, where one of them is heard again, all that came before it, with how it began and
 * what we answered.
 */
export function talkIn(
  { comments }: PostedThread,
  again: ThreadMessage | null,
  isOwn: IsOwn,
  hasSay: (message: ThreadMessage) => boolean,
): readonly Utterance[] {
  const shown = comments.filter(({ isHidden }) => !isHidden)
  const before = again === null ? shown.slice(1) : shown.slice(0, shown.indexOf(again))
  return before
    .filter((message, index) => {
      if (isOwn(message)) return again !== null
      return hasSay(message) || (again !== null && index === 0)
    })
    .map(({ author, body }) => ({ by: author?.login ?? 'somebody', body: withoutMarks(body).trim() }))
}
