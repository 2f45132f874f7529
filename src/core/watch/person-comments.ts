import type { AskedText } from '../outside/asked/asked-text.ts'
import type { OutsideReviewer } from '../outside/reviewer.ts'
import { fencesOf } from '../outside/text/fences.ts'
import { withoutMarks } from '../outside/text/plain.ts'
import type { AgentHeard } from '../outside/types.ts'
import { compareText } from '../values/compare-text.ts'
import { hashText } from '../values/hash.ts'
import { isSameAccount } from './account.ts'
import { lastVerdict } from './change-requests.ts'
import { isClosedByHand, ownTextCheck } from './own-replies.ts'
import type { PeopleContext, ReadContext } from './read-context.ts'
import { isPerson, type Post, readPosts } from './read-posts.ts'
import type { Snapshot } from './snapshot.ts'

// What people write on a pull request. Commands and a few short replies are understood; nothing else is guessed at.

const commands = ['leave', 'fix', 'stop', 'retry', 'explain'] as const

/** `done`: the person says that it is fixed. `unclear`: a person has to read it. */
export type Order = (typeof commands)[number] | 'done' | 'unclear'

export interface GivenOrder {
  readonly order: Order
  /** The text in which it may name what it is about. */
  readonly about: string
}

/** Without orders it asks for nothing. */
export interface PersonText {
  readonly orders: readonly GivenOrder[]
  /** How an agent read it; null: no agent did. */
  readonly heard: AgentHeard | null
}

export function readPersonText(body: string, isReply: boolean, { reviewers, heard }: ReadContext): PersonText {
  const all = withoutMarks(body).replace(/\r\n?/g, '\n').replace(/[‘’]/g, "'")
  const fences = fencesOf(all)
  const shown = fences.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), all)
  // Quoted lines are the words of somebody else.
  const lines = shown.split('\n').flatMap((line) => (/^\s{0,3}>/.test(line) ? [] : line.trim() || []))
  const given = lines.flatMap((about) => {
    const word = /^\/review-loop\s+(\w+)\b/i.exec(about)?.[1]?.toLowerCase()
    return commands.filter((order) => order === word).map((order) => ({ order, about }))
  })
  if (given.length > 0) return ordered(...given.map(({ order, about }) => ({ order, about: given[1] ? about : body })))
  const said = lines.filter((line) => !isTrigger(line, reviewers)).join(' ')
  const plain = said.toLowerCase().replace(/\p{Extended_Pictographic}|^please |[.!\s\p{Extended_Pictographic}]+$/gu, '')
  const short = shortReplies.find(([, replies]) => replies.includes(plain))?.[0]
  if (fences.length === 0 && (short === 'nothing' || !hasWords(said))) return ordered()
  // A suggestion without a word is what GitHub has for "change this".
  const isSuggestion = !hasWords(said) && fences.every(({ language }) => language === 'suggestion')
  const order = fences.length === 0 ? short : isSuggestion ? 'fix' : undefined
  if (isReply && order !== undefined && order !== 'nothing') return ordered({ order, about: '' })
  return readByAgent(body, heard?.get(hashText(body)) ?? null)
}

function ordered(...orders: readonly GivenOrder[]): PersonText {
  return { orders, heard: null }
}

function readByAgent(body: string, heard: AgentHeard | null): PersonText {
  const { asks = 'question', about = null } = heard ?? {}
  if (asks === 'nothing') return ordered()
  if (asks === 'question') return { orders: [{ order: 'unclear', about: body }], heard }
  return { orders: [{ order: asks === 'change' ? 'fix' : asks, about: about ?? '' }], heard }
}

/** The call of a reviewer, with at most two words more: `@coderabbitai full review`. */
function isTrigger(line: string, reviewers: readonly OutsideReviewer[]): boolean {
  const wordsOf = (text: string) => text.toLowerCase().match(/[^\s.!]\S*?(?=[.!]*$|\s)/g) ?? []
  const said = wordsOf(line)
  return reviewers.some(({ trigger }) => {
    const call = wordsOf(trigger ?? '')
    const more = /^[@/]/.test(line) ? 2 : 0
    return call.length > 0 && said.length <= call.length + more && said[0] === call[0] && said.at(-1) === call.at(-1)
  })
}

/** Without letters, numbers or a sign of refusal it is applause. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}?👎❌🚫⛔]/u.test(text.replace(/@[\w/-]+|:(?!thumbsdown|-1|x:)[\w+-]+:/g, ''))
}

const shortReplies: readonly (readonly [Order | 'nothing', readonly string[]])[] = [
  ['leave', ['leave it', 'leave it as it is', 'leave as is', 'wontfix', "won't fix", "don't fix it", 'do not fix it']],
  ['done', ['fixed', 'already fixed']],
  ['fix', ["don't leave it", 'do not leave it', 'fix it']],
  ['retry', ['not fixed', 'still not fixed']],
  ['nothing', ['lgtm', 'thanks', 'thank you', '+1']],
]

/** A text of somebody who may write to the repository. */
export interface PersonComment extends Post, PersonText {
  readonly by: string
  /**
   * What it may concern while it is unclear. `named`: only what it names, because its author approves by it, or runs the watch and can
   * give commands. `nothing`: somebody resolved its thread, or its author approved since.
   */
  readonly mayConcern: 'anything' | 'named' | 'nothing'
}

/** What people who may write wrote, and we did not, in the order of time. */
export function personComments(snapshot: Snapshot, context: PeopleContext, posts = readPosts(snapshot, context)) {
  const comments = posts.flatMap((post): readonly PersonComment[] => {
    const by = post.author?.login ?? ''
    if (!isPerson(post) || post.isOwn || !context.writers.has(by)) return []
    return [{ ...post, ...textOf(post, context), by, mayConcern: concernOf(post, snapshot, context) }]
  })
  return comments.sort((one, other) => compareText(one.createdAt, other.createdAt))
}

/** What somebody else edited is no order of its author. A thumbs up of the user releases what is unclear. */
function textOf({ body, thread, editedBy, hasOurThumb }: Post, context: PeopleContext): PersonText {
  const read = readPersonText(body, thread !== null, context)
  const isTheirs = editedBy === undefined || read.orders.length === 0
  const text: PersonText = isTheirs ? read : { orders: [{ order: 'unclear', about: body }], heard: null }
  return hasOurThumb === true && isUnclear(text) ? { orders: [], heard: null } : text
}

export const isUnclear = ({ orders }: PersonText): boolean => orders.some(({ order }) => order === 'unclear')

function concernOf(post: Post, snapshot: Snapshot, context: PeopleContext): PersonComment['mayConcern'] {
  const { kind, id, author, createdAt, state, thread } = post
  const { me, reviews } = snapshot
  if (thread !== null) return isClosedByHand(thread, me.login, ownTextCheck(snapshot, context)) ? 'nothing' : 'anything'
  const verdict = lastVerdict(snapshot, author)
  const position = (review: string) => reviews.findIndex((each) => each.id === review)
  const isBefore = verdict && (kind === 'review' ? position(id) < position(verdict.id) : createdAt < verdict.at)
  if (verdict?.state === 'approved' && isBefore) return 'nothing'
  return state === 'approved' || isSameAccount(author, me) ? 'named' : 'anything'
}

/** Unclear texts, as an agent is asked about them. */
export function unreadTexts(comments: readonly PersonComment[]): readonly AskedText[] {
  const unread = comments.filter((comment) => isUnclear(comment) && comment.mayConcern !== 'nothing')
  return unread.map(({ kind, id, body, by, thread }) => ({
    body,
    where: thread === null ? `comment by ${by}` : `thread at ${thread.path ?? 'the whole'}, by ${by}`,
    repliesTo: kind === 'reply' ? (thread?.comments[0]?.body ?? null) : null,
    own: kind === 'thread' ? [id, thread?.id ?? id] : [id],
  }))
}
