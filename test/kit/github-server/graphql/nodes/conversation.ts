import { associationOf } from '../../state/accounts.ts'
import type { IssueComment, Review, ReviewComment, Thread, Written } from '../../state/entities.ts'
import { commentsSeenBy } from '../../state/reviews.ts'
import { connection, type PageArguments } from '../connection.ts'
import { canResolve, type Node, type Viewer } from '../viewer.ts'
import { accountNode, reactionFields } from './accounts.ts'
import { commitNode } from './commits.ts'
import { pageOf, pullRequestNode } from './pull-requests.ts'

export function reviewNode(viewer: Viewer, review: Review): Node {
  const { pullRequest, id, minimized } = review
  const comments = pullRequest.threads.flatMap((thread) => thread.comments)
  return {
    __typename: 'PullRequestReview',
    id: review.nodeId,
    databaseId: id,
    fullDatabaseId: String(id),
    author: accountNode(review.author),
    ...reactionFields(review, viewer),
    authorAssociation: associationOf(pullRequest.repository, review.author),
    state: review.state,
    body: review.body,
    createdAt: review.createdAt,
    submittedAt: review.submittedAt,
    updatedAt: review.updatedAt,
    lastEditedAt: review.lastEditedAt,
    editor: accountNode(review.editor),
    isMinimized: minimized !== null,
    minimizedReason: minimized,
    viewerDidAuthor: review.author === viewer.token.account,
    url: `${pageOf(pullRequest)}#pullrequestreview-${id}`,
    commit: () => commitNode(viewer, pullRequest.repository, review.commit),
    pullRequest: () => pullRequestNode(viewer, pullRequest),
    comments: (page: PageArguments) =>
      connection(
        comments.filter((comment) => comment.review === review),
        page,
        (comment) => reviewCommentNode(viewer, comment),
      ),
  }
}

export function threadNode(viewer: Viewer, thread: Thread): Node {
  const isAllowed = canResolve(viewer, thread)
  return {
    __typename: 'PullRequestReviewThread',
    id: thread.nodeId,
    isResolved: thread.isResolved,
    isOutdated: thread.isOutdated,
    isCollapsed: thread.isResolved,
    subjectType: thread.subjectType,
    path: thread.path,
    line: thread.line,
    startLine: thread.startLine,
    originalLine: thread.originalLine,
    originalStartLine: thread.originalStartLine,
    diffSide: thread.side,
    startDiffSide: thread.startSide,
    resolvedBy: accountNode(thread.resolvedBy),
    viewerCanResolve: isAllowed && !thread.isResolved,
    viewerCanUnresolve: isAllowed && thread.isResolved,
    viewerCanReply: viewer.token.access.pull_requests === 'write',
    pullRequest: () => pullRequestNode(viewer, thread.pullRequest),
    comments: (page: PageArguments) =>
      connection(commentsSeenBy(thread, viewer.token.account), page, (comment) => reviewCommentNode(viewer, comment)),
  }
}

export function reviewCommentNode(viewer: Viewer, comment: ReviewComment): Node {
  const { thread, review, replyTo } = comment
  const { repository } = thread.pullRequest
  return {
    __typename: 'PullRequestReviewComment',
    ...writtenFields(viewer, comment),
    ...reactionFields(comment, viewer),
    authorAssociation: associationOf(repository, comment.author),
    path: thread.path,
    line: thread.line,
    startLine: thread.startLine,
    originalLine: thread.originalLine,
    originalStartLine: thread.originalStartLine,
    outdated: thread.isOutdated,
    subjectType: thread.subjectType,
    state: review.state === 'PENDING' ? 'PENDING' : 'SUBMITTED',
    diffHunk: comment.diffHunk,
    url: `${pageOf(thread.pullRequest)}#discussion_r${comment.id}`,
    commit: () => commitNode(viewer, repository, comment.commit),
    originalCommit: () => commitNode(viewer, repository, comment.originalCommit),
    replyTo: () => (replyTo === null ? null : reviewCommentNode(viewer, replyTo)),
    pullRequestReview: () => reviewNode(viewer, review),
    pullRequest: () => pullRequestNode(viewer, thread.pullRequest),
  }
}

export function issueCommentNode(viewer: Viewer, comment: IssueComment): Node {
  const { pullRequest } = comment
  return {
    __typename: 'IssueComment',
    ...writtenFields(viewer, comment),
    ...reactionFields(comment, viewer),
    authorAssociation: associationOf(pullRequest.repository, comment.author),
    url: `${pageOf(pullRequest)}#issuecomment-${comment.id}`,
    pullRequest: () => pullRequestNode(viewer, pullRequest),
  }
}

function writtenFields({ token }: Viewer, written: Written): Node {
  return {
    id: written.nodeId,
    databaseId: written.id,
    fullDatabaseId: String(written.id),
    author: accountNode(written.author),
    body: written.body,
    createdAt: written.createdAt,
    publishedAt: written.createdAt,
    updatedAt: written.updatedAt,
    lastEditedAt: written.lastEditedAt,
    editor: accountNode(written.editor),
    isMinimized: written.minimized !== null,
    minimizedReason: written.minimized,
    viewerDidAuthor: written.author === token.account,
  }
}
