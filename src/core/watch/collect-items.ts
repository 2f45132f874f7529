import { withPaths } from '../outside/shown-item.ts'
import { fencesOf } from '../outside/text/fences.ts'
import { withoutMarks } from '../outside/text/plain.ts'
import type { OutsideItem } from '../outside/types.ts'
import { hashText } from '../values/hash.ts'
import { isLineNumber } from '../values/ranges.ts'
import { repositoryPath } from '../values/repository-path.ts'
import { beginning } from '../values/shortened.ts'
import type { CollectedItem } from './collected-item.ts'
import { decideByPeople, hasOwnWords, type PeopleDecision } from './decide-by-people.ts'
import { marksIn } from './mark.ts'
import { isClosedByHand, lastReply, type OwnAnswer, ownTextCheck } from './own-replies.ts'
import { isUnclear, type Order, type PersonComment, personComments } from './person-comments.ts'
import type { PeopleContext } from './read-context.ts'
import { isPerson, nowhere, type Post, readPosts } from './read-posts.ts'
import type { PostedThread, Snapshot, ThreadMessage } from './snapshot.ts'
import type { Unconfirmed } from './unconfirmed-fixes.ts'

/** What has to be known to say what a pull request asks for. */
export interface CollectContext extends PeopleContext {
  /** By the SHA-256 of the path: some name their files so. */
  readonly pathOf: ReadonlyMap<string, string>
  /** By the ids of threads, and the keys of other items. */
  readonly unconfirmed: ReadonlyMap<string, Unconfirmed>
}

/** Before it is known what people say about it. `comment`: the text of a person that it is. */
type Draft = Omit<CollectedItem, keyof PeopleDecision> & { readonly comment: PersonComment | undefined }

/** An item of one text. */
type Stated = OutsideItem & Pick<CollectedItem, 'reviewer' | 'by'>

/**
 * Everything that reviewers and people ask for, with what became of it. A thread counts until it is resolved, a text about the whole
 * for the commit that it is about.
 */
export function collectItems(snapshot: Snapshot, context: CollectContext): readonly CollectedItem[] {
  const posts = readPosts(snapshot, context)
  const comments = personComments(snapshot, context, posts)
  const commentOf = new Map(comments.map((comment) => [comment.id, comment]))
  const isOwn = ownTextCheck(snapshot, context)
  const answers = ownAnswers(snapshot.comments.filter(isOwn))
  const texts = posts.filter(({ kind }) => kind !== 'reply' && kind !== 'reaction')
  const threads = texts.flatMap((post) => (post.thread === null ? [] : fromThread(post, post.thread)))
  const whole = texts.flatMap((post) => (post.thread === null && !post.isOwn ? fromText(post) : []))
  // What a bot says again below the same commit is one item.
  const drafts = [...threads, ...new Map(whole.map((item) => [item.key, item])).values()]
  const decide = decideByPeople(drafts, comments, snapshot.me.login)
  return drafts.map((draft) => decided(draft, decide(draft)))

  function fromThread(post: Post, thread: PostedThread): readonly Draft[] {
    const reply = lastReply(thread, isOwn)
    // To agree with what we left says nothing new.
    const isAgreed = (order: Order, isLeft: boolean) =>
      ['explain', 'done', ...(isLeft ? ['leave'] : [])].includes(order)
    const asks = ({ id }: ThreadMessage, isLeft = false) =>
      commentOf.get(id)?.orders.some(({ order }) => !isAgreed(order, isLeft)) === true
    const again = reply?.after.findLast((message) => asks(message, reply.answer === 'skipped'))
    const comment = commentOf.get(again?.id ?? '')
    const first = isPerson(post) ? thread.comments.find((message) => asks(message)) : undefined
    const said = comment !== undefined && (isUnclear(comment) || hasOwnWords(comment)) ? again : first
    const before = thread.comments.slice(0, again && thread.comments.indexOf(again))
    const talk = before.filter((message) => {
      const isContext = again !== undefined && (isOwn(message) || (message.id === post.id && !isPerson(post)))
      return !message.isHidden && message !== said && (isContext || asks(message))
    })
    const confirmed = again === undefined ? (reply?.answer ?? null) : null
    const items = said === undefined ? reviewerItems(post) : [personItem(post, said.body)]
    return items.map((item, index) => ({
      ...placeOf(post, index === 0 ? thread.id : `${thread.id}#${index}`),
      ...item,
      // Removed lines cannot be replaced, and what people say of a suggestion has to be understood first.
      suggestion: thread.isOutdated || (again === undefined && talk.length > 0) ? null : item.suggestion,
      url: again?.url ?? post.url,
      isOpen: !thread.isResolved || (again !== undefined && !isClosedByHand(thread, snapshot.me.login, isOwn)),
      answer: confirmed === 'fixed' ? (context.unconfirmed.get(thread.id) ?? 'fixed') : confirmed,
      talk: talk.map(({ author, body }) => ({ by: author?.login ?? 'somebody', body: withoutMarks(body).trim() })),
      comment: isPerson(post) ? commentOf.get(post.id) : undefined,
    }))
  }

  function fromText(post: Post): readonly Draft[] {
    const comment = commentOf.get(post.id)
    if (isPerson(post) ? comment === undefined || !isListed(comment) : !post.isAboutHead) return []
    const isDemand = comment === undefined || comment.state !== 'approved' || !isUnclear(comment)
    const items = comment === undefined ? reviewerItems(post) : [personItem(post, post.body, isDemand)]
    // A person says one thing in one place; a bot says the same in a new comment for each commit.
    const names = items.map((item) => JSON.stringify([comment?.id ?? item.reviewer, item.file, item.line, item.title]))
    return items.map((item, index) => {
      const twins = names.slice(0, index).filter((name) => name === names[index]).length
      const name = hashText(JSON.stringify([names[index], twins])).slice(0, 16)
      const key = isPerson(post) ? name : `${name}.${snapshot.head.slice(0, 10)}`
      // Repeating what was left gets no second answer; repeating what was fixed says that the fix is not enough.
      const last = answers.get(key) ?? (answers.get(name) === 'skipped' ? 'skipped' : null)
      const answer = last === 'fixed' ? (context.unconfirmed.get(key) ?? last) : last
      return { ...placeOf(post, key), ...item, isOpen: true, answer, talk: [], comment }
    })
  }

  function reviewerItems(post: Post): readonly Stated[] {
    const { id: reviewer, name: by } = context.reviewers.find(({ id }) => id === post.means.reviewer) ?? {}
    if (reviewer === undefined || by === undefined || isPerson(post)) return []
    // A bot that nobody described, and that reviews nothing, may measure, deploy or greet.
    const isReport = reviewer === `@${by}` && post.kind !== 'review' && post.kind !== 'thread'
    const items = withPaths(post.means.items, context.pathOf).filter(
      (item) => !item.remark && !(isReport && isFigure(item)),
    )
    const title = `${by} says it has findings, which could not be read: ${post.url}`
    const unread = !isReport && hasUnreadFindings(post) ? [plainItem(title, post.body)] : []
    return [...items.map(inRepository), ...unread].map((item) => ({ ...item, reviewer, by }))
  }

  /** A reviewer announces findings that stand nowhere: without an item the end would be an approval. Its last word about the commit counts. */
  function hasUnreadFindings({ id, kind, at, means: { reviewer, findsElsewhere } }: Post): boolean {
    const isRead = texts.some(({ means, ...other }) => {
      if (other.id === id || !other.isAboutHead || means.reviewer !== reviewer) return false
      if (other.kind === 'thread' || means.items.some(({ remark }) => !remark)) return true
      return (means.class === 'clean' || means.findsElsewhere) && (other.at ?? '') > (at ?? '')
    })
    return findsElsewhere && !isRead && kind !== 'thread'
  }
}

function decided({ comment, ...draft }: Draft, { leftBy, ...people }: PeopleDecision): CollectedItem {
  const isStop = comment?.orders.some(({ order }) => order === 'stop') === true
  // A comment that somebody wants left asks for nothing any more, nor does a stop that was taken back.
  const isReleased = comment !== undefined && (isStop ? people.held === null : leftBy !== null)
  const isAsked = people.wantedBy !== null || (people.held !== null && leftBy === null && draft.talk.length > 0)
  const held = isReleased ? null : people.held
  return { ...draft, ...people, held, actionable: draft.actionable || isAsked, isOpen: draft.isOpen && !isReleased }
}

/** What is unclear, is to be done by its own words, or stops everything. Beside an approval, unclear words are only listed. */
function isListed(comment: PersonComment): boolean {
  const { mayConcern, heard, state } = comment
  const isOwnDemand = heard === null ? hasOwnWords(comment) : heard.about === null
  const isUnsettled = mayConcern === 'anything' || (mayConcern === 'named' && state === 'approved')
  const listed: Partial<Record<Order, boolean>> = { stop: true, unclear: isUnsettled, fix: isOwnDemand }
  return comment.orders.some(({ order }) => listed[order])
}

export function placeOf({ id, url, at, thread }: Pick<Post, 'id' | 'url' | 'at' | 'thread'>, key: string) {
  const place = { originalLine: thread?.originalLine ?? null, source: thread?.id ?? id, isThread: thread !== null }
  return { ...place, url, at, key, id: `F-${hashText(key).slice(0, 8)}` }
}

/** A place that cannot be in the repository is none, and what is too long is cut. */
function inRepository(item: OutsideItem): OutsideItem {
  const file = item.file === null || item.file.length > 1000 ? null : (repositoryPath(item.file) ?? null)
  const line = file !== null && isLineNumber(item.line) && item.line <= 10_000_000 ? item.line : null
  const startLine = line !== null && isLineNumber(item.startLine) && item.startLine <= line ? item.startLine : null
  const words = { title: beginning(item.title, 300), body: beginning(item.body, longestBody) }
  return { ...item, ...words, file, line, startLine, suggestion: line === null ? null : item.suggestion }
}

/** Tables of programs that measure or deploy name what they measured. A problem without a place is a sentence. */
function isFigure({ file, title }: OutsideItem): boolean {
  const words =
    title.match(/\p{Script=Han}|[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}|\p{L}+/gu) ?? []
  return file === null && words.length < 4
}

const longestBody = 20_000

/** Whether it is taste is not for us to judge. */
function personItem(post: Post, body: string, actionable = true): Stated {
  const lines = withoutMarks(body).split('\n')
  const words = lines.map((line) => line.replace(/^[#>\s*-]+/, '').trim()).filter((line) => line !== '')
  const title = words.find((line) => !line.startsWith('/review-loop')) ?? words[0] ?? ''
  const by = post.author?.login ?? 'somebody'
  const item = plainItem(beginning(title, 120), beginning(body, longestBody), post)
  return { ...item, actionable, reviewer: `@${by}`, by }
}

export function plainItem(title: string, body: string, { path, line } = nowhere): OutsideItem {
  const suggestion = fencesOf(body).find(({ language }) => language === 'suggestion')?.content ?? null
  const nothing = { startLine: null, severity: null, pathHash: null, nativeId: null, remark: false, inPrompt: false }
  return { ...nothing, file: path, line, actionable: true, title, body, suggestion }
}

/** What our comments say about items without a thread, by their keys with and without the head. The last word counts. */
function ownAnswers(comments: Snapshot['comments']): ReadonlyMap<string, OwnAnswer> {
  const answers = new Map<string, OwnAnswer>()
  for (const { body } of comments)
    for (const kind of ['fixed', 'skipped'] as const)
      for (const key of marksIn(body, kind)) answers.set(key, kind).set(key.replace(/\..*$/, ''), kind)
  return answers
}
