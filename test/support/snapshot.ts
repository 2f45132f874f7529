import type {
  PostedComment,
  PostedReaction,
  PostedReview,
  PostedThread,
  Snapshot,
  ThreadMessage,
} from '../../src/core/watch/snapshot.ts'

// A pull request of one moment, piece by piece.

export const head = 'a'.repeat(40)
export const since = '2026-01-01T10:00:00Z'
const later = '2026-01-01T10:01:00Z'

export function postedSnapshot(changes: Partial<Snapshot>): Snapshot {
  return {
    id: 'PR_1',
    number: 7,
    state: 'open',
    isDraft: false,
    head,
    branch: 'topic',
    headSince: since,
    checksAreHidden: false,
    me: { login: 'octocat', isBot: false },
    body: '',
    author: { login: 'octocat', isBot: false },
    describedBy: { login: 'octocat', isBot: false },
    reviews: [],
    threads: [],
    comments: [],
    reactions: [],
    checks: [],
    requested: [],
    ...changes,
  }
}

interface Said {
  readonly isBot?: boolean
  readonly at?: string
  readonly commit?: string
}

export function review(
  login: string,
  body: string,
  { isBot = true, at = later, commit = head, state = 'commented' }: Said & Partial<Pick<PostedReview, 'state'>> = {},
): PostedReview {
  return {
    id: `R_${login}_${at}`,
    author: { login, isBot },
    state,
    body,
    commit,
    at,
    url: `https://forge/review/${login}`,
  }
}

export function comment(login: string, body: string, { isBot = true, at = later }: Said = {}): PostedComment {
  const id = `C_${login}_${body.length}`
  return {
    id,
    author: { login, isBot },
    body,
    at: since,
    updatedAt: at,
    url: `https://forge/comment/${id}`,
    isHidden: false,
  }
}

export function reaction(login: string, name: string, { isBot = true, at = later }: Said = {}): PostedReaction {
  return { id: `E_${login}_${name}`, author: { login, isBot }, name, at }
}

export function message(
  login: string,
  body: string,
  { isBot = true, at = later, commit = head }: Said = {},
): ThreadMessage {
  const id = `M_${login}_${body.length}`
  const url = `https://forge/message/${id}`
  return { id, author: { login, isBot }, body, commit, review: null, at, url, isHidden: false }
}

/** A thread at a.ts:2 that somebody began, with what was answered. */
export function thread(
  login: string,
  body: string,
  changes: Partial<PostedThread> = {},
  ...replies: readonly ThreadMessage[]
): PostedThread {
  return {
    id: `T_${login}_${body.length}`,
    path: 'a.ts',
    line: 2,
    endLine: 2,
    originalLine: 2,
    begunAt: { commit: head, lines: { line: 2, endLine: 2 } },
    isResolved: false,
    resolvedBy: null,
    isOutdated: false,
    mayResolve: true,
    comments: [message(login, body), ...replies],
    ...changes,
  }
}
