import { addComment, editBody, longestBody } from '../state/comments.ts'
import type { PullRequest, Review, Side } from '../state/entities.ts'
import { anchorProblem } from '../state/patch.ts'
import { changesOf } from '../state/pull-requests.ts'
import { addReply, addReview, setResolved } from '../state/reviews.ts'
import { cursorOf } from './connection.ts'
import { failure } from './failures.ts'
import { accountNode } from './nodes/accounts.ts'
import { issueCommentNode, reviewCommentNode, reviewNode, threadNode } from './nodes/conversation.ts'
import { nodeOf } from './nodes/entities.ts'
import { pullRequestNode } from './nodes/pull-requests.ts'
import { requestReviews, requestReviewsByLogin } from './review-requests.ts'
import { canResolve, entityOf, type Node, requireAccess, type Viewer } from './viewer.ts'

// To add one: write it here. The schema is complete.
export function mutations(viewer: Viewer): Node {
  return {
    addPullRequestReviewThreadReply: ({ input }: Input<Reply>) => reply(viewer, input),
    resolveReviewThread: ({ input }: Input<ThreadId>) => resolve(viewer, input, true),
    unresolveReviewThread: ({ input }: Input<ThreadId>) => resolve(viewer, input, false),
    addComment: ({ input }: Input<Comment>) => comment(viewer, input),
    updateIssueComment: ({ input }: Input<Edit>) => edit(viewer, input),
    updatePullRequestReviewComment: ({ input }: Input<EditInline>) => editInline(viewer, input),
    addPullRequestReview: ({ input }: Input<NewReview>) => review(viewer, input),
    minimizeComment: ({ input }: Input<Minimize>) => minimize(viewer, input),
    requestReviews: ({ input }: Input<Parameters<typeof requestReviews>[1]>) => requestReviews(viewer, input),
    requestReviewsByLogin: ({ input }: Input<Parameters<typeof requestReviewsByLogin>[1]>) =>
      requestReviewsByLogin(viewer, input),
  }
}

interface Input<T> {
  readonly input: Given<T>
}

/** What is optional may be left out or null. */
type Given<T> = T & { readonly clientMutationId?: string | null }

interface Reply {
  readonly pullRequestReviewThreadId: string
  readonly body: string
}

function reply(viewer: Viewer, { pullRequestReviewThreadId, body, clientMutationId = null }: Given<Reply>) {
  requireAccess(viewer, 'pull_requests', 'write')
  requireShort(body)
  const thread = entityOf(viewer, pullRequestReviewThreadId, 'PullRequestReviewThread')
  const added = addReply(viewer.world, thread, viewer.token.account, body)
  return { clientMutationId, comment: reviewCommentNode(viewer, added) }
}

interface ThreadId {
  readonly threadId: string
}

function resolve(viewer: Viewer, { threadId, clientMutationId = null }: Given<ThreadId>, isResolved: boolean) {
  const thread = entityOf(viewer, threadId, 'PullRequestReviewThread')
  requireAccess(viewer, 'pull_requests', 'write')
  requireAccess(viewer, 'contents', 'write')
  if (!canResolve(viewer, thread)) {
    const { login } = viewer.token.account
    throw failure('FORBIDDEN', `${login} does not have the correct permissions to execute \`ResolveReviewThread\``)
  }
  setResolved(viewer.world, thread, isResolved ? viewer.token.account : null)
  return { clientMutationId, thread: threadNode(viewer, thread) }
}

interface Comment {
  readonly subjectId: string
  readonly body: string
}

function comment(viewer: Viewer, { subjectId, body, clientMutationId = null }: Given<Comment>) {
  const pullRequest = entityOf(viewer, subjectId, 'PullRequest')
  requireAccess(viewer, viewer.token.access.issues === 'write' ? 'issues' : 'pull_requests', 'write')
  requireShort(body)
  const added = addComment(viewer.world, pullRequest, viewer.token.account, body)
  const commentEdge = { cursor: cursorOf(pullRequest.comments.length - 1), node: issueCommentNode(viewer, added) }
  return { clientMutationId, commentEdge, subject: pullRequestNode(viewer, pullRequest) }
}

interface Edit {
  readonly id: string
  readonly body: string
}

/** Who may write may edit what others wrote, too. */
function edit(viewer: Viewer, { id, body, clientMutationId = null }: Given<Edit>): Node {
  const written = entityOf(viewer, id, 'IssueComment')
  requireAccess(viewer, viewer.token.access.issues === 'write' ? 'issues' : 'pull_requests', 'write')
  requireShort(body)
  editBody(viewer.world, written, viewer.token.account, body)
  return { clientMutationId, issueComment: issueCommentNode(viewer, written) }
}

interface EditInline {
  readonly pullRequestReviewCommentId: string
  readonly body: string
}

function editInline(viewer: Viewer, { pullRequestReviewCommentId, body, clientMutationId = null }: Given<EditInline>) {
  const written = entityOf(viewer, pullRequestReviewCommentId, 'PullRequestReviewComment')
  requireAccess(viewer, 'pull_requests', 'write')
  requireShort(body)
  editBody(viewer.world, written, viewer.token.account, body)
  return { clientMutationId, pullRequestReviewComment: reviewCommentNode(viewer, written) }
}

interface NewReview {
  readonly pullRequestId: string
  readonly body?: string | null
  readonly commitOID?: string | null
  readonly event?: keyof typeof states | null
  readonly threads?: readonly NewThread[] | null
}

interface NewThread {
  readonly path: string
  readonly line: number
  readonly side?: Side | null
  readonly startLine?: number | null
  readonly startSide?: Side | null
  readonly body: string
}

const states = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const

function review(viewer: Viewer, input: Given<NewReview>) {
  const pullRequest = entityOf(viewer, input.pullRequestId, 'PullRequest')
  requireAccess(viewer, 'pull_requests', 'write')
  const { event, clientMutationId = null } = input
  const [body, threads] = [input.body ?? '', input.threads ?? []]
  requireShort(body, ...threads.map((thread) => thread.body))
  const state: Review['state'] = event == null ? 'PENDING' : states[event]
  const author = viewer.token.account
  if (author === pullRequest.author && event != null && event !== 'COMMENT') {
    throw failure('UNPROCESSABLE', 'Can not approve or request changes on your own pull request')
  }
  const added = addReview(viewer.world, pullRequest, {
    author,
    body,
    state,
    threads: threads.map((thread) => anchored(pullRequest, thread)),
    ...(input.commitOID == null ? {} : { commit: input.commitOID }),
  })
  const node = reviewNode(viewer, added)
  return { clientMutationId, pullRequestReview: node, reviewEdge: { cursor: cursorOf(0), node } }
}

/** What is outside of the change is taken without a word, and shown nowhere. */
function anchored(pullRequest: PullRequest, { path, line, body, ...thread }: NewThread) {
  const side = thread.side ?? 'RIGHT'
  const start = { startLine: thread.startLine ?? null, startSide: thread.startSide ?? null }
  const isOutside = anchorProblem(changesOf(pullRequest), { path, line, side, ...start }) !== undefined
  return isOutside ? { path, line: null, side, body } : { path, line, side, body, ...start }
}

interface Minimize {
  readonly subjectId: string
  readonly classifier: string
}

function minimize(viewer: Viewer, { subjectId, classifier, clientMutationId = null }: Given<Minimize>) {
  const kinds = ['IssueComment', 'PullRequestReview', 'PullRequestReviewComment'] as const
  const subject = entityOf(viewer, subjectId, ...kinds)
  requireAccess(viewer, 'pull_requests', 'write')
  subject.minimized = classifier.toLowerCase().replaceAll('_', '-')
  return { clientMutationId, minimizedComment: nodeOf(viewer, subject), actor: accountNode(viewer.token.account) }
}

function requireShort(...bodies: readonly string[]): void {
  if (bodies.every((body) => [...body].length <= longestBody)) return
  throw failure('UNPROCESSABLE', `Body is too long (maximum is ${longestBody} characters)`)
}
