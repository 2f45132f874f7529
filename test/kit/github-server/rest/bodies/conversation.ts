import { associationOf } from '../../state/accounts.ts'
import type { IssueComment, Reaction, Review, ReviewComment } from '../../state/entities.ts'
import { linesOf } from '../../state/patch.ts'
import { changesOf } from '../../state/pull-requests.ts'
import { type Filled, filled } from '../fill.ts'
import { pageOf } from './pull-requests.ts'
import { apiUrl } from './repositories.ts'
import { reactingUserBody, userBody, userBodyBesideReviews } from './users.ts'

export function reviewBody(review: Review): Filled {
  const { pullRequest, id, submittedAt } = review
  const html = `${pageOf(pullRequest)}#pullrequestreview-${id}`
  const pullRequestUrl = `${apiUrl(pullRequest.repository)}/pulls/${pullRequest.number}`
  return filled('pull-request-review', {
    id,
    node_id: review.nodeId,
    user: userBody(review.author),
    body: review.body,
    state: review.state,
    commit_id: review.commit,
    html_url: html,
    pull_request_url: pullRequestUrl,
    author_association: associationOf(pullRequest.repository, review.author),
    _links: { html: { href: html }, pull_request: { href: pullRequestUrl } },
    ...(submittedAt === null ? {} : { submitted_at: submittedAt }),
  })
}

export function reviewCommentBody(
  comment: ReviewComment,
  schema: 'pull-request-review-comment' | 'review-comment' = 'pull-request-review-comment',
): Filled {
  const { thread, id, replyTo } = comment
  const { repository, number } = thread.pullRequest
  const url = `${apiUrl(repository)}/pulls/comments/${id}`
  const html = `${pageOf(thread.pullRequest)}#discussion_r${id}`
  const pullRequestUrl = `${apiUrl(repository)}/pulls/${number}`
  return filled(schema, {
    id,
    node_id: comment.nodeId,
    url,
    html_url: html,
    pull_request_url: pullRequestUrl,
    pull_request_review_id: comment.review.id,
    diff_hunk: comment.diffHunk,
    path: thread.path,
    commit_id: comment.commit,
    original_commit_id: comment.originalCommit,
    user: userBodyBesideReviews(comment.author),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: associationOf(repository, comment.author),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullRequestUrl } },
    ...(replyTo === null ? {} : { in_reply_to_id: replyTo.id }),
    ...placeOf(comment),
  })
}

function placeOf({ thread }: ReviewComment): Filled {
  const file = changesOf(thread.pullRequest).find(({ filename }) => filename === thread.path)
  const position = (file && linesOf(file)[thread.side].get(thread.line ?? 0)?.position) ?? 1
  return {
    position,
    original_position: position,
    subject_type: thread.subjectType.toLowerCase(),
    ...(thread.subjectType === 'FILE'
      ? {}
      : {
          line: thread.line,
          start_line: thread.startLine,
          original_line: thread.originalLine,
          original_start_line: thread.originalStartLine,
          side: thread.side,
          start_side: thread.startSide,
        }),
  }
}

export function issueCommentBody({ pullRequest, ...comment }: IssueComment): Filled {
  const { repository, number } = pullRequest
  return filled('issue-comment', {
    id: comment.id,
    node_id: comment.nodeId,
    url: `${apiUrl(repository)}/issues/comments/${comment.id}`,
    html_url: `${pageOf(pullRequest)}#issuecomment-${comment.id}`,
    issue_url: `${apiUrl(repository)}/issues/${number}`,
    user: userBody(comment.author),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: associationOf(repository, comment.author),
  })
}

export function reactionBody({ id, nodeId, author, content, createdAt }: Reaction): Filled {
  return filled('reaction', { id, node_id: nodeId, user: reactingUserBody(author), content, created_at: createdAt })
}
