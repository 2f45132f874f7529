import type { AskedText } from '../outside/asked/asked-text.ts'
import { classify } from '../outside/classify.ts'
import { commitsIn } from '../outside/commits-in.ts'
import type { OutsideReviewer } from '../outside/reviewer.ts'
import { knownReviewer } from '../outside/reviewers/index.ts'
import type { Classification, OutsideComment, Surface } from '../outside/types.ts'
import { given } from '../values/given.ts'
import { isSameAccount } from './account.ts'
import { isMarked, ownTextCheck } from './own-replies.ts'
import type { ReadContext } from './read-context.ts'
import type { Author, PostedReview, PostedThread, Snapshot, Written } from './snapshot.ts'

/** One text on a pull request, with what it says about a review. */
export interface Post extends Omit<Written, 'at'> {
  /** `thread`: the first message of one. */
  readonly kind: 'thread' | 'reply' | 'review' | 'comment' | 'check' | 'description' | 'reaction'
  /** When it was edited last; null: the forge does not say. */
  readonly at: string | null
  readonly createdAt: string
  /** The commit that the forge ties it to. */
  readonly commit: string | null
  /** The commits that it names itself. */
  readonly commits: readonly string[]
  readonly state: PostedReview['state'] | null
  /** How a check ended. */
  readonly conclusion?: string | null
  /** The lines that its thread is about, where they are now or were. */
  readonly path: string | null
  readonly line: number | null
  readonly isHidden?: boolean
  /** Where it stands; null: it is about the whole pull request. */
  readonly thread: PostedThread | null
  readonly means: Classification
  readonly isAboutHead: boolean
  /** We wrote it. */
  readonly isOwn: boolean
}

/** Of a text about the whole pull request. */
export const nowhere: Pick<Post, 'path' | 'line'> = { path: null, line: null }

type Source = Pick<Post, 'id' | 'author' | 'body'> & Partial<Post>

const reviewLoop = knownReviewer('review-loop')

/** Everything that is said and shown, oldest first within each kind. Reactions come first: words in the same second are clearer. */
export function readPosts(snapshot: Snapshot, { reviewers, writers, readings }: ReadContext): readonly Post[] {
  const { me, head, reactions, threads, comments, checks } = snapshot
  const isOwn = ownTextCheck(snapshot, { reviewers, writers: writers ?? new Set() })
  const read = (kind: Post['kind'], surface: Surface, text: Source, raw = {}): Post => {
    const { body, at = null, commit = null, state = null, path = null, line = null } = text
    // Nobody is answered in a check or a description.
    const author = kind === 'check' || kind === 'description' ? null : text.author
    const mayPost = writers !== undefined && (isSameAccount(author, me) || writers.has(author?.login ?? ''))
    const isOurReview = mayPost && author?.isBot === false && reviewLoop.shared?.mark.test(body) === true
    const said = {
      ...commentBy(isOurReview ? null : text.author, surface, body, raw),
      ...given({ editedBy: text.editedBy, bot: isOurReview ? reviewLoop.id : undefined, state: state?.toUpperCase() }),
      ...{ commit, path, line },
    }
    const rest = { url: '', createdAt: at ?? '', thread: null }
    const post = { ...rest, ...text, kind, at, commit, state, path, line, commits: commitsIn(body) }
    return {
      ...post,
      author: isOurReview ? { ...author, isBot: true } : author,
      means: classify(said, reviewers, readings),
      isAboutHead: isAboutHead(post, snapshot),
      isOwn: isOwn({ author, body }),
    }
  }
  const reviews = snapshot.reviews.filter(({ state }) => state !== 'dismissed' && state !== 'pending')
  const posts = [
    ...reactions.map((each) => read('reaction', 'reaction', { ...each, body: each.name })),
    ...reviews.map((each) => read('review', 'review', each)),
    ...threads.flatMap((thread) => {
      const [first, ...replies] = thread.comments.map((each) => ({ ...each, thread }))
      const place = { path: thread.path, line: thread.endLine ?? thread.line ?? thread.originalLine }
      const begun = first && read('thread', 'inline', { ...first, ...place }, { start_line: thread.line })
      return [begun ?? [], replies.map((each) => read('reply', 'issue_comment', { ...each, commit: null }))].flat()
    }),
    ...comments.map((each) => read('comment', 'issue_comment', { ...each, at: each.updatedAt, createdAt: each.at })),
    ...checks.map(({ id, url, author, name, status, conclusion, title, summary }) => {
      const output = { title, summary, text: null }
      const raw = { name, status: status === 'done' ? 'completed' : 'in_progress', conclusion, output }
      return read('check', 'check_run', { id, url, author, body: summary, commit: head, conclusion }, raw)
    }),
    read('description', 'pr_body', { id: snapshot.id, author: snapshot.describedBy, body: snapshot.body }),
  ]
  return posts.filter(({ isHidden = false }) => !isHidden)
}

/** As `classify` takes it. The kind of account tells a bot from a person who quotes one. */
export function commentBy(author: Author | null, surface: Surface, body: string, raw: object = {}): OutsideComment {
  const user = author === null ? {} : { user: { type: author.isBot ? 'Bot' : 'User' } }
  const nothing = { bot: null, state: null, commit: null, path: null, line: null }
  return { ...nothing, login: author?.login ?? null, surface, body, raw: { ...user, ...raw } }
}

export const isPerson = ({ kind, author }: Post): boolean => kind !== 'reaction' && author?.isBot === false

/**
 * A text that names commits is about those; any other about what was the head when it was edited last. Somebody can make a commit
 * whose id begins as an older one does: a short id counts only if it was written since the head is there.
 */
function isAboutHead(post: Pick<Post, 'kind' | 'commit' | 'commits' | 'at'>, snapshot: Snapshot): boolean {
  const { head, isSinceAssumed = false } = snapshot
  const { kind, commit, commits } = post
  if (commit !== null) return commit === head
  if (commits.includes(head)) return true
  const isNamed = commits.some((sha) => head.startsWith(sha))
  // A review without a commit is about one that is gone.
  if (commits.length === 0 ? kind === 'review' : !isNamed) return false
  return (isNamed && isSinceAssumed) || isSinceHead(post, snapshot)
}

export function isSinceHead({ at }: Pick<Post, 'at'>, { headSince }: Snapshot): boolean {
  return at !== null && headSince !== null && Date.parse(at) >= Date.parse(headSince)
}

/** What bots say about this head, or reply in open threads, and nothing explains. A text that somebody else edited is not theirs. */
export function unclearTexts(snapshot: Snapshot, reviewers: readonly OutsideReviewer[]): readonly AskedText[] {
  const texts = readPosts(snapshot, { reviewers }).flatMap((post) => {
    const { kind, author, body, thread, means } = post
    const isUnclear = means.reviewer !== null && means.why.source === 'nothing' && body.trim() !== ''
    const isBot = kind === 'check' || (author?.isBot === true && kind !== 'reaction')
    const isCurrent = kind === 'reply' ? thread?.isResolved === false && !isMarked({ body }) : post.isAboutHead
    if (!isUnclear || !isBot || !isCurrent || post.editedBy !== undefined) return []
    const begun = kind === 'reply' ? thread?.comments[0]?.body : undefined
    return [{ body, where: `${kind} by ${author?.login ?? means.reviewer}`, repliesTo: begun ?? null }]
  })
  return [...new Map(texts.map((text) => [text.body, text])).values()]
}
