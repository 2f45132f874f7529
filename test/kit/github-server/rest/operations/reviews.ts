import type { Account, PullRequest, Review, Side } from '../../state/entities.ts'
import { anchorProblem } from '../../state/patch.ts'
import { changesOf } from '../../state/pull-requests.ts'
import { addReview, isSeenBy, type NewThread, submitReview } from '../../state/reviews.ts'
import { isShownByRest } from '../../state/world.ts'
import { reviewBody, reviewCommentBody } from '../bodies/conversation.ts'
import {
  lengthProblem,
  notFound,
  type Operations,
  operation,
  pullRequestOf,
  requirePush,
  reviewOf,
  unprocessable,
} from '../operation.ts'

type ReviewEvent = 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT'

/** As REST writes them. */
export interface CommentInput {
  readonly path: string
  readonly line?: number
  readonly side?: Side
  readonly start_line?: number
  readonly start_side?: Side
  readonly body: string
}

interface ReviewInput {
  readonly commit_id?: string
  readonly event?: ReviewEvent
  readonly body?: string
  readonly comments?: readonly CommentInput[]
}

export const reviewOperations: Operations = {
  'pulls/list-reviews': operation('pull_requests', (call) => {
    const seen = pullRequestOf(call).reviews.filter((review) => isSeenBy(review, call.token.account))
    return { list: seen.filter((review) => isShownByRest(call.world, review)).map(reviewBody) }
  }),

  'pulls/create-review': operation<ReviewInput>('pull_requests', (call) => {
    const { world, token, body } = call
    const pullRequest = pullRequestOf(call)
    const { event, comments = [], commit_id: commit } = body
    requireReview(pullRequest, token.account, event, body.body, comments.length)
    if (commit !== undefined && pullRequest.repository.commits.find(commit) === undefined) {
      throw unprocessable('The commit_id is not part of the pull request')
    }
    // All or nothing.
    for (const comment of comments) refuse(commentProblem(pullRequest, comment))
    const threads = comments.map(threadOf)
    const state = event === undefined ? 'PENDING' : stateOf[event]
    const text = { body: body.body ?? '', ...(commit === undefined ? {} : { commit }) }
    return { body: reviewBody(addReview(world, pullRequest, { author: token.account, state, threads, ...text })) }
  }),

  'pulls/submit-review': operation<{ readonly event: ReviewEvent; readonly body?: string }>('pull_requests', (call) => {
    const review = reviewOf(call)
    const { event, body = review.body } = call.body
    if (review.state !== 'PENDING' || review.author !== call.token.account) throw notFound()
    const comments = review.pullRequest.threads.flatMap((thread) => thread.comments)
    const own = comments.filter((comment) => comment.review === review)
    requireReview(review.pullRequest, call.token.account, event, body, own.length)
    submitReview(call.world, review, stateOf[event], body)
    return { body: reviewBody(review) }
  }),

  'pulls/dismiss-review': operation<{ readonly message: string }>('pull_requests', (call) => {
    requirePush(call)
    const review = reviewOf(call)
    if (review.state !== 'APPROVED' && review.state !== 'CHANGES_REQUESTED') {
      throw unprocessable('Can not dismiss a commented pull request review')
    }
    submitReview(call.world, review, 'DISMISSED')
    return { body: reviewBody(review) }
  }),

  'pulls/list-comments-for-review': operation('pull_requests', (call) => {
    const review = reviewOf(call)
    const comments = review.pullRequest.threads.flatMap((thread) => thread.comments)
    const own = comments.filter((comment) => comment.review === review && isShownByRest(call.world, comment))
    return { list: own.map((comment) => reviewCommentBody(comment, 'review-comment')) }
  }),
}

const stateOf = {
  APPROVE: 'APPROVED',
  REQUEST_CHANGES: 'CHANGES_REQUESTED',
  COMMENT: 'COMMENTED',
} as const satisfies Record<ReviewEvent, Review['state']>

function requireReview(
  { author }: PullRequest,
  account: Account,
  event: ReviewEvent | undefined,
  body = '',
  comments = 0,
): void {
  refuse(lengthProblem(body))
  if (event === 'REQUEST_CHANGES' && body === '') refuse('Body can not be blank')
  if (event === 'COMMENT' && body === '' && comments === 0) refuse('Review cannot be blank')
  if (author !== account) return
  if (event === 'APPROVE') refuse('Can not approve your own pull request')
  if (event === 'REQUEST_CHANGES') refuse('Can not request changes on your own pull request')
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw unprocessable(problem)
}

/** Why GitHub would not take the comment there. */
export function commentProblem(pullRequest: PullRequest, comment: CommentInput): string | undefined {
  const { path, line, side = 'RIGHT', start_line: startLine, start_side: startSide, body } = comment
  const files = changesOf(pullRequest)
  const tooLong = lengthProblem(body)
  if (tooLong !== undefined) return tooLong
  if (line !== undefined) {
    return anchorProblem(files, { path, line, side, startLine: startLine ?? null, startSide: startSide ?? null })
  }
  // Without a line it is about the file, which must be part of the change all the same.
  return files.some(({ filename }) => filename === path) ? undefined : 'Path could not be resolved'
}

export function threadOf(comment: CommentInput): NewThread {
  const { path, line, side = 'RIGHT', start_line: startLine, start_side: startSide, body } = comment
  const start = { startLine: startLine ?? null, startSide: startSide ?? null }
  return { path, body, side, ...(line === undefined ? {} : { line, ...start }) }
}
