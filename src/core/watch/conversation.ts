import type { OutsideReviewer } from '../outside/reviewer.ts'
import { withoutMarks } from '../outside/text/plain.ts'
import { isSameAccount } from './account.ts'
import { isDenial } from './denial.ts'
import { marksIn } from './mark.ts'
import { isRefusal } from './refusal.ts'
import type { Author, PostedThread, ThreadMessage } from './snapshot.ts'

// What is said in a thread after it was begun.

/** What we said about an item. `skipped`: it was left as it is, with a reason. */
export type OwnAnswer = 'fixed' | 'skipped'

export interface Utterance {
  readonly by: string
  readonly body: string
}

/** Whether somebody says something there whose word counts. */
type HasSay = (message: ThreadMessage) => boolean

interface LastAnswer {
  readonly answer: OwnAnswer | null
  /** The account that it was given with. */
  readonly by: string | undefined
  readonly again?: ThreadMessage
  /** It is said to what we called fixed. */
  readonly objects?: boolean
}

/** Our last word in a thread, and what a person said after it, or a bot that denies it: who is then to be heard again. */
export function lastAnswer({ comments }: PostedThread, isOwn: IsOwn, hasSay: HasSay): LastAnswer | null {
  const index = comments.findLastIndex(isOwn)
  const own = comments[index]
  if (own === undefined) return null
  const isFixed = marksIn(own.body, 'fixed').length > 0
  const later = comments.slice(index + 1).filter(({ isHidden }) => !isHidden)
  const again = later.findLast((message) => hasSay(message) || (isFixed && isDenied(later, message)))
  const by = own.author?.login
  if (again !== undefined) return { answer: null, by, again, objects: isFixed }
  return { answer: isFixed ? 'fixed' : 'skipped', by }
}

/**
 * Whether nobody has closed it: who speaks after we closed it as fixed has not agreed to that, and has not to open it again to be
 * heard. Another who closed it has read that.
 */
export function isUnsettled({ isResolved, resolvedBy }: PostedThread, me: string, after: LastAnswer | null): boolean {
  const isOurs = resolvedBy === me || resolvedBy === after?.by
  return !isResolved || (isOurs && after?.objects === true)
}

/** Of a bot the last word counts: it may deny before a push what it confirms after it. */
function isDenied(later: readonly ThreadMessage[], message: ThreadMessage): boolean {
  const { author, body } = message
  if (author?.isBot !== true || !isDenial(body)) return false
  return later.findLast((each) => isSameAccount(each.author, author)) === message
}

/** The commit that our last word in a thread calls its fix; undefined: it is another word, or a bot denies it, or there is none. */
export function calledFixedIn(thread: PostedThread, isOwn: IsOwn): string | undefined {
  if (lastAnswer(thread, isOwn, () => false)?.answer !== 'fixed') return undefined
  const own = thread.comments.findLast(isOwn)
  return marksIn(own?.body ?? '', 'fixed')
    .at(-1)
    ?.split(' ')
    .at(-1)
}

/**
 * Who wants it left as it is, by the last word of those with a say; null: nobody. What we already fixed is not left by that: it
 * asks for a change back. Nor is it left by words that somebody else edited.
 */
export function leftBy({ comments }: PostedThread, isOwn: IsOwn, hasSay: HasSay): string | null {
  const isFixed = comments.some((message) => isOwn(message) && marksIn(message.body, 'fixed').length > 0)
  const last = comments.slice(1).findLast((message) => !message.isHidden && !isOwn(message) && hasSay(message))
  if (isFixed || last === undefined || last.editedBy !== undefined || !isRefusal(last.body)) return null
  return last.author?.login ?? null
}

type Spoken = Pick<ThreadMessage, 'author' | 'body'>

/** Whether we wrote it. */
export type IsOwn = (message: Spoken) => boolean

interface Speakers {
  /** Whose token it is. */
  readonly me: Author
  readonly writers: ReadonlySet<string>
  readonly reviewers: readonly OutsideReviewer[]
}

/**
 * Others watch the same pull request with their own accounts: a mark is believed from whoever may write, and from bots, as a
 * workflow is one. Not from a reviewer: what it writes, strangers may have made it write. An account alone is not enough, a person may
 * use it too.
 */
export function ownOf({ me, writers, reviewers }: Speakers): IsOwn {
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

const ownKinds = ['fixed', 'skipped', 'answers', 'trigger'] as const

/**
 * What people added to how a thread began; or, where one of them is heard again, all that came before it, with how it began and
 * what we answered.
 */
export function talkIn(
  { comments }: PostedThread,
  again: ThreadMessage | null,
  isOwn: IsOwn,
  hasSay: HasSay,
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
