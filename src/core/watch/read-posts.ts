import type { AskedText } from '../outside/asked/asked-text.ts'
import { classify } from '../outside/classify.ts'
import { commitsIn } from '../outside/commits-in.ts'
import type { OutsideReviewer } from '../outside/reviewer.ts'
import { reviewLoop } from '../outside/reviewers/review-loop.ts'
import type { AgentReading, Classification, OutsideComment, Surface } from '../outside/types.ts'
import { given } from '../values/given.ts'
import { isSameAccount } from './account.ts'
import { isMarked, ownTextCheck } from './own-replies.ts'
import type { Author, PostedReview, PostedThread, Snapshot, Written } from './snapshot.ts'

/** What is known besides the snapshot when its texts are read. */
export interface ReadContext {
  readonly reviewers: readonly OutsideReviewer[]
  /** People who may write to the repository. Not there: nobody is believed to have posted our review for us. */
  readonly writers?: ReadonlySet<string>
  /** What an agent made of unclear texts of bots, by the hash of each. */
  readonly readings?: ReadonlyMap<string, AgentReading>
}

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
  /** Where it stands; null: it is about the whole pull request. */
  readonly thread: PostedThread | null
  readonly means: Classification
  readonly isAboutHead: boolean
  /** We wrote it. */
  readonly isOwn: boolean
}

/** Everything that is said and shown, oldest first within each kind. Reactions come first: words in the same second are clearer. */
export function readPosts(snapshot: Snapshot, { reviewers, writers, readings }: ReadContext): readonly Post[] {
  const { me, head } = snapshot
  const isOwn = ownTextCheck({ me, reviewers, writers: writers ?? new Set() })
  const read = (
    kind: Post['kind'],
    surface: Surface,
    text: Pick<Post, 'id' | 'author' | 'body'> & Partial<Post>,
    more: Partial<OutsideComment> = {},
    raw: object = {},
  ): Post => {
    const { author, body, editedBy, at = null, commit = null, state = null } = text
    const mayPost = isSameAccount(author, me) || writers?.has(author?.login ?? '') === true
    const isOurReview = writers !== undefined && author?.isBot === false && mayPost && isPostedReview(body)
    const said = {
      ...commentBy(isOurReview ? null : author, surface, body, raw),
      ...{ bot: isOurReview ? reviewLoop.id : null, commit, state: state?.toUpperCase() ?? null },
      ...given({ editedBy }),
      ...more,
    }
    const post = {
      url: '',
      createdAt: at ?? '',
      thread: null,
      ...text,
      kind,
      at,
      commit,
      state,
      commits: commitsIn(body),
    }
    return {
      ...post,
      author: isOurReview ? { ...author, isBot: true } : kind === 'check' || kind === 'description' ? null : author,
      means: classify(said, reviewers, readings),
      isAboutHead: isAboutHead(post, snapshot),
      isOwn: kind !== 'check' && kind !== 'description' && isOwn(post),
    }
  }
  return [
    ...snapshot.reactions.map((each) => read('reaction', 'reaction', { ...each, body: each.name })),
    ...snapshot.reviews.filter(isStanding).map((each) => read('review', 'review', each)),
    ...snapshot.threads.flatMap((thread) =>
      thread.comments.flatMap((each, index) => {
        if (each.isHidden) return []
        if (index > 0) return [read('reply', 'issue_comment', { ...each, thread, commit: null })]
        const place = { path: thread.path, line: lineOf(thread) }
        return [read('thread', 'inline', { ...each, thread }, place, { start_line: thread.line })]
      }),
    ),
    ...snapshot.comments.flatMap((each) => {
      const text = { ...each, at: each.updatedAt, createdAt: each.at }
      return each.isHidden ? [] : [read('comment', 'issue_comment', text)]
    }),
    ...snapshot.checks.map(({ id, url, author, name, status, conclusion, title, summary }) => {
      const output = { title, summary, text: null }
      const raw = { name, status: status === 'done' ? 'completed' : 'in_progress', conclusion, output }
      return read('check', 'check_run', { id, url, author, body: summary, commit: head }, {}, raw)
    }),
    read('description', 'pr_body', { id: snapshot.id, author: snapshot.describedBy, body: snapshot.body }),
  ]
}

/** As `classify` takes it. The kind of account tells a bot from a person who quotes one. */
export function commentBy(author: Author | null, surface: Surface, body: string, raw: object = {}): OutsideComment {
  const user = author === null ? {} : { user: { type: author.isBot ? 'Bot' : 'User' } }
  const nothing = { bot: null, state: null, commit: null, path: null, line: null }
  return { ...nothing, login: author?.login ?? null, surface, body, raw: { ...user, ...raw } }
}

/** The last line of a thread, where it is now or was. */
export function lineOf({ line, endLine, originalLine }: PostedThread): number | null {
  return endLine ?? line ?? originalLine
}

export function isPerson({ kind, author }: Post): boolean {
  return kind !== 'reaction' && author?.isBot === false
}

/** A dismissed review, or one that is not submitted, does not count. */
function isStanding({ state }: PostedReview): boolean {
  return state !== 'dismissed' && state !== 'pending'
}

function isPostedReview(body: string): boolean {
  return reviewLoop.shared?.mark.test(body) === true
}

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
  const texts = readPosts(snapshot, { reviewers }).flatMap(
    ({ kind, author, body, editedBy, thread, means, ...post }) => {
      const isUnclear = means.reviewer !== null && means.why.source === 'nothing' && body.trim() !== ''
      const isBot = kind === 'check' || (author?.isBot === true && kind !== 'reaction')
      const isCurrent = kind === 'reply' ? thread?.isResolved === false && !isMarked({ body }) : post.isAboutHead
      if (!isUnclear || !isBot || !isCurrent || editedBy !== undefined) return []
      const begun = kind === 'reply' ? thread?.comments[0]?.body : undefined
      return [{ body, where: `${kind} by ${author?.login ?? means.reviewer}`, repliesTo: begun ?? null }]
    },
  )
  return [...new Map(texts.map((text) => [text.body, text])).values()]
}
