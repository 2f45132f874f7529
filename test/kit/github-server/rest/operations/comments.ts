import { mayWrite } from '../../state/accounts.ts'
import { addComment, editBody } from '../../state/comments.ts'
import type { Account, ReviewComment } from '../../state/entities.ts'
import { addReply, addReview, commentsSeenBy } from '../../state/reviews.ts'
import { isShownByRest } from '../../state/world.ts'
import { issueCommentBody, reviewCommentBody } from '../bodies/conversation.ts'
import {
  type Call,
  invalid,
  issueCommentOf,
  notFound,
  type Operations,
  operation,
  pullRequestOf,
  Refusal,
  requireShort,
  reviewCommentOf,
} from '../operation.ts'
import { type CommentInput, commentProblem, threadOf } from './reviews.ts'

interface Text {
  readonly body: string
}

interface ReviewCommentInput extends CommentInput {
  readonly commit_id: string
  readonly subject_type?: 'line' | 'file'
  readonly in_reply_to?: number
}

export const commentOperations: Operations = {
  'issues/list-comments': operation(['issues', 'pull_requests'], (call) => ({
    list: shownSince(call, pullRequestOf(call).comments).map(issueCommentBody),
  })),

  'issues/get-comment': operation(['issues', 'pull_requests'], (call) => ({
    body: issueCommentBody(issueCommentOf(call)),
  })),

  'issues/create-comment': operation<Text>(['issues', 'pull_requests'], (call) => {
    requireShort('IssueComment', call.body.body)
    const comment = addComment(call.world, pullRequestOf(call), call.token.account, call.body.body)
    return { status: 201, body: issueCommentBody(comment) }
  }),

  'issues/update-comment': operation<Text>(['issues', 'pull_requests'], (call) => {
    const comment = issueCommentOf(call)
    requireAuthor(call, comment.author)
    requireShort('IssueComment', call.body.body)
    editBody(call.world, comment, call.token.account, call.body.body)
    return { body: issueCommentBody(comment) }
  }),

  'pulls/list-review-comments': operation('pull_requests', (call) => {
    const comments = pullRequestOf(call).threads.flatMap((thread) => commentsSeenBy(thread, call.token.account))
    const sorted = shownSince(call, comments).sort((a, b) => a.id - b.id)
    const list = sorted.map((comment) => reviewCommentBody(comment))
    return { list: call.values.direction === 'desc' ? list.reverse() : list }
  }),

  'pulls/create-review-comment': operation<ReviewCommentInput>('pull_requests', (call) => {
    const { world, token, body } = call
    const pullRequest = pullRequestOf(call)
    const { line, ...rest } = body
    const input = body.subject_type === 'file' || line === undefined ? rest : body
    const problem = commentProblem(pullRequest, input)
    if (problem !== undefined) throw invalid('PullRequestReviewComment', problem)
    addReview(world, pullRequest, { author: token.account, commit: body.commit_id, threads: [threadOf(input)] })
    return created(pullRequest.threads.at(-1)?.comments[0])
  }),

  'pulls/create-reply-for-review-comment': operation<Text>('pull_requests', (call) => {
    requireShort('PullRequestReviewComment', call.body.body)
    const { thread } = reviewCommentOf(call)
    if (thread.pullRequest !== pullRequestOf(call)) throw notFound()
    return created(addReply(call.world, thread, call.token.account, call.body.body))
  }),

  'pulls/update-review-comment': operation<Text>('pull_requests', (call) => {
    const comment = reviewCommentOf(call)
    requireAuthor(call, comment.author)
    requireShort('PullRequestReviewComment', call.body.body)
    editBody(call.world, comment, call.token.account, call.body.body)
    return { body: reviewCommentBody(comment) }
  }),
}

function created(comment: ReviewComment | undefined) {
  if (comment === undefined) throw notFound()
  return { status: 201, body: reviewCommentBody(comment) }
}

function shownSince<T extends { readonly updatedAt: string; readonly shownByRestAt: number }>(
  { world, values: { since } }: Call,
  all: readonly T[],
): T[] {
  const shown = all.filter((written) => isShownByRest(world, written))
  return since === undefined ? shown : shown.filter(({ updatedAt }) => Date.parse(updatedAt) >= Date.parse(since))
}

/** Others may be edited by those who work on the repository; an app edits its own alone. */
function requireAuthor({ token, repository }: Call, author: Account | null): void {
  const { account, kind } = token
  if (account === author || (kind === 'user' && mayWrite(repository, account))) return
  throw new Refusal(
    403,
    kind === 'user' ? 'Must have admin rights to Repository.' : 'Resource not accessible by integration',
  )
}
