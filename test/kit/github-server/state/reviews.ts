import type { Account, PullRequest, Review, ReviewComment, Side, Thread } from './entities.ts'
import { linesOf } from './patch.ts'
import { changesOf } from './pull-requests.ts'
import { announce, newIds, register, shownByRestAt, touch, type World } from './world.ts'

export interface NewThread {
  readonly path: string
  /** Absent: about the file as a whole. */
  readonly line?: number | null
  readonly startLine?: number | null
  readonly side?: Side
  readonly startSide?: Side | null
  readonly body: string
  /** For a test that has to know it. */
  readonly nodeId?: string
}

export interface NewReview {
  readonly author: Account | null
  readonly state?: Review['state']
  readonly body?: string
  /** The head unless said. */
  readonly commit?: string
  readonly threads?: readonly NewThread[]
}

/** The anchors are taken as they are: who calls has looked at them. */
export function addReview(world: World, pullRequest: PullRequest, given: NewReview): Review {
  const { author, state = 'COMMENTED', body = '', commit = pullRequest.head.sha, threads = [] } = given
  const now = world.clock.stamp()
  const review: Review = {
    kind: 'PullRequestReview',
    ...newIds(world, 'PRR'),
    pullRequest,
    author,
    state,
    body,
    commit,
    createdAt: now,
    submittedAt: state === 'PENDING' ? null : now,
    reactions: [],
    updatedAt: now,
    lastEditedAt: null,
    editor: null,
    minimized: null,
    shownByRestAt: shownByRestAt(world),
  }
  pullRequest.reviews.push(register(world, review))
  for (const thread of threads) addThread(world, review, thread)
  if (state !== 'PENDING') noteSubmitted(world, review)
  return review
}

export function submitReview(world: World, review: Review, state: Review['state'], body = review.body): void {
  Object.assign(review, { state, body, submittedAt: world.clock.stamp(), updatedAt: world.clock.stamp() })
  noteSubmitted(world, review)
}

/** Who has reviewed is no longer asked to. An answer in a thread is no review, though it comes in one. */
function noteSubmitted(world: World, { pullRequest, author, state, body }: Review): void {
  if (state !== 'COMMENTED' || body !== '')
    pullRequest.requested = pullRequest.requested.filter((reviewer) => reviewer !== author)
  touch(world, pullRequest)
}

export function addThread(world: World, review: Review, given: NewThread): Thread {
  const { path, line = null, startLine = null, side = 'RIGHT', startSide = null, body } = given
  const { pullRequest } = review
  const thread: Thread = {
    kind: 'PullRequestReviewThread',
    nodeId: given.nodeId ?? newIds(world, 'PRRT').nodeId,
    pullRequest,
    path,
    subjectType: given.line === undefined ? 'FILE' : 'LINE',
    side,
    startSide: startLine === null ? null : (startSide ?? side),
    line,
    startLine,
    originalLine: line,
    originalStartLine: startLine,
    isOutdated: false,
    isResolved: false,
    resolvedBy: null,
    comments: [],
  }
  pullRequest.threads.push(register(world, thread))
  addThreadComment(world, thread, review, body)
  return thread
}

/** Outside of a review that is being written, GitHub wraps every answer in a review of its own that says nothing. */
export function addReply(world: World, thread: Thread, author: Account | null, body: string): ReviewComment {
  const { pullRequest } = thread
  const pending = pullRequest.reviews.find((review) => review.state === 'PENDING' && review.author === author)
  const comment = addThreadComment(world, thread, pending ?? addReview(world, pullRequest, { author }), body)
  if (pending === undefined) announce(world, { type: 'reply', pullRequest, thread, comment })
  return comment
}

function addThreadComment(world: World, thread: Thread, review: Review, body: string): ReviewComment {
  const now = world.clock.stamp()
  const file = changesOf(thread.pullRequest).find(({ filename }) => filename === thread.path)
  const comment: ReviewComment = {
    kind: 'PullRequestReviewComment',
    ...newIds(world, 'PRRC'),
    thread,
    review,
    author: review.author,
    body,
    createdAt: now,
    updatedAt: now,
    lastEditedAt: null,
    editor: null,
    minimized: null,
    replyTo: thread.comments[0] ?? null,
    originalCommit: thread.comments[0]?.originalCommit ?? review.commit,
    commit: thread.isOutdated ? (thread.comments[0]?.commit ?? review.commit) : review.commit,
    diffHunk: (file && linesOf(file)[thread.side].get(thread.line ?? 0)?.shown) ?? '',
    reactions: [],
    shownByRestAt: shownByRestAt(world),
  }
  thread.comments.push(register(world, comment))
  touch(world, thread.pullRequest)
  return comment
}

export function setResolved(world: World, thread: Thread, by: Account | null): void {
  thread.isResolved = by !== null
  thread.resolvedBy = by
  touch(world, thread.pullRequest)
}

/** A review that is still being written is seen by nobody else. */
export function isSeenBy({ state, author }: Review, viewer: Account): boolean {
  return state !== 'PENDING' || author === viewer
}

export function commentsSeenBy({ comments }: Thread, viewer: Account): readonly ReviewComment[] {
  return comments.filter(({ review }) => isSeenBy(review, viewer))
}
