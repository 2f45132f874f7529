import { accountOf } from '../state/accounts.ts'
import type { Account } from '../state/entities.ts'
import { canBeAsked, requestReview } from '../state/pull-requests.ts'
import { failure } from './failures.ts'
import { accountNode } from './nodes/accounts.ts'
import { pullRequestNode } from './nodes/pull-requests.ts'
import { entityOf, requireAccess, type Viewer } from './viewer.ts'

interface Request {
  readonly pullRequestId: string
  /** Add to those who are asked already; else these alone are asked. */
  readonly union?: boolean | null
  readonly clientMutationId?: string | null
}

export function requestReviewsByLogin(
  viewer: Viewer,
  input: Request & { readonly botLogins?: readonly string[] | null; readonly userLogins?: readonly string[] | null },
) {
  // A bot is named with its suffix, or it is not found.
  const bots = (input.botLogins ?? []).map((login) => {
    if (!login.endsWith('[bot]')) throw failure('NOT_FOUND', `Could not resolve to a Bot with the login of '${login}'.`)
    return accountOf(viewer.world, login)
  })
  const users = (input.userLogins ?? []).map((login) => accountOf(viewer.world, login))
  return request(viewer, input, [...bots, ...users])
}

export function requestReviews(
  viewer: Viewer,
  input: Request & { readonly userIds?: readonly string[] | null; readonly botIds?: readonly string[] | null },
) {
  const bots = (input.botIds ?? []).map((id) => entityOf(viewer, id, 'Bot'))
  const users = (input.userIds ?? []).map((id) => entityOf(viewer, id, 'User'))
  return request(viewer, input, [...bots, ...users])
}

function request(viewer: Viewer, { pullRequestId, union, clientMutationId = null }: Request, all: readonly Account[]) {
  const pullRequest = entityOf(viewer, pullRequestId, 'PullRequest')
  requireAccess(viewer, 'pull_requests', 'write')
  const refused = all.find((reviewer) => !canBeAsked(pullRequest.repository, reviewer))
  if (refused !== undefined) throw failure('UNPROCESSABLE', `Could not request a review from ${refused.login}.`)
  if (union !== true) pullRequest.requested = pullRequest.requested.filter((reviewer) => all.includes(reviewer))
  for (const reviewer of all) requestReview(viewer.world, pullRequest, viewer.token.account, reviewer)
  const actor = accountNode(viewer.token.account)
  return { clientMutationId, actor, pullRequest: pullRequestNode(viewer, pullRequest) }
}
