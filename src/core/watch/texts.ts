import type { OutsideComment } from '../outside/types.ts'
import type { Author, EarlierText, PostedCheck, PostedReview, PostedThread, Snapshot, Written } from './snapshot.ts'

/** One text of a pull request, as the reader of outside reviewers wants it. */
export interface Text {
  /** Where it was said, and so where it is answered. */
  readonly source: {
    readonly kind: 'thread' | 'review' | 'comment' | 'check' | 'description' | 'reaction'
    readonly id: string
  }
  readonly author: Author | null
  readonly said: OutsideComment
  /** When it was written or edited last; null: the forge does not say. */
  readonly at: string | null
  /** The commit that the forge ties it to. */
  readonly commit: string | null
  readonly url: string
  /** Whose token it is put a thumbs up on it. */
  readonly hasOurThumb?: boolean
}

/** Everything that is said, oldest first within each kind. Of a thread its first message speaks; the rest are answers. */
export function textsOf(snapshot: Snapshot): readonly Text[] {
  const { reviews, threads, comments } = snapshot
  return [
    ...reviews.filter(isStanding).map((review): Text => {
      const { commit, state } = review
      const text = textBelow('review', 'review', review)
      return { ...text, commit, said: { ...text.said, state: state.toUpperCase(), commit } }
    }),
    ...threads.flatMap((thread) => textOfThread(thread) ?? []),
    ...comments
      .filter(({ isHidden }) => !isHidden)
      .map((comment): Text => ({ ...textBelow('comment', 'issue_comment', comment), at: comment.updatedAt })),
    ...snapshot.checks.map((check) => textOfCheck(check, snapshot.head)),
    {
      source: { kind: 'description', id: snapshot.id },
      author: snapshot.author,
      said: saidBy(snapshot.describedBy, 'pr_body', snapshot.body),
      at: null,
      commit: null,
      url: '',
    },
  ]
}

function textBelow(
  kind: Text['source']['kind'],
  surface: OutsideComment['surface'],
  { id, author, body, at, url, hasOurThumb = false, ...edit }: Written,
): Text {
  const said = { ...saidBy(author, surface, body), ...editOf(edit) }
  return { source: { kind, id }, author, said, at, commit: null, url, ...(hasOurThumb ? { hasOurThumb } : {}) }
}

/** All by which somebody may say where a review stands. Whoever speaks in the same second as it reacts means what it says: that comes last. */
export function signalsOf(snapshot: Snapshot): readonly Text[] {
  const reactions = snapshot.reactions.map(
    ({ id, author, name, at }): Text => ({
      source: { kind: 'reaction', id },
      author,
      said: saidBy(author, 'reaction', name),
      at,
      commit: null,
      url: '',
    }),
  )
  return [...reactions, ...textsOf(snapshot)]
}

/** Undefined where its beginning is hidden. */
export function textOfThread(thread: PostedThread): Text | undefined {
  const [first] = thread.comments
  if (first === undefined || first.isHidden) return undefined
  const { path, line, endLine, originalLine } = thread
  const { author, body, commit, at, url } = first
  const raw = { ...rawOf(author), start_line: line }
  const said = {
    ...saidBy(author, 'inline', body),
    ...editOf(first),
    path,
    line: endLine ?? line ?? originalLine,
    commit,
    raw,
  }
  return { source: { kind: 'thread', id: thread.id }, author, said, at, commit, url }
}

function textOfCheck(check: PostedCheck, head: string): Text {
  const { id, name, author, status, conclusion, title, summary, url } = check
  const output = { title, summary, text: null }
  const state = { name, status: status === 'done' ? 'completed' : 'in_progress', conclusion, output }
  const raw = { ...rawOf(author), ...state }
  const said = { ...saidBy(author, 'check_run', summary), commit: head, raw }
  return { source: { kind: 'check', id }, author: null, said, at: null, commit: head, url }
}

export function saidEarlier({ kind, author, body }: EarlierText): OutsideComment {
  return saidBy(author, kind === 'review' ? 'review' : 'issue_comment', body)
}

export function saidBy(author: Author | null, surface: OutsideComment['surface'], body: string): OutsideComment {
  const login = author?.login ?? null
  return { bot: null, login, surface, state: null, commit: null, path: null, line: null, body, raw: rawOf(author) }
}

/** A review that was dismissed, or is not submitted, does not count. */
export function isStanding({ state }: PostedReview): boolean {
  return state !== 'dismissed' && state !== 'pending'
}

function editOf({ editedBy }: Pick<Written, 'editedBy'>): Pick<OutsideComment, 'editedBy'> {
  return editedBy === undefined ? {} : { editedBy }
}

/** Whose account it is decides whether it is a bot that speaks, or somebody who quotes one. */
function rawOf(author: Author | null) {
  return author === null ? {} : { user: { type: author.isBot ? 'Bot' : 'User' } }
}
