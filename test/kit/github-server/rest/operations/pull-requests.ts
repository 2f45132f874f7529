import { accountOf } from '../../state/accounts.ts'
import { canBeAsked, changesOf, requestReview } from '../../state/pull-requests.ts'
import { fileBody, pullRequestBody, timelineBody } from '../bodies/pull-requests.ts'
import { commitBody } from '../bodies/repositories.ts'
import { userBodyBesideReviews } from '../bodies/users.ts'
import { type Operations, operation, pullRequestOf, Refusal, requirePush, unprocessable } from '../operation.ts'

export const pullRequestOperations: Operations = {
  'pulls/get': operation('pull_requests', (call) => ({
    body: pullRequestBody(call.world, pullRequestOf(call), 'pull-request'),
  })),

  'pulls/list': operation('pull_requests', ({ world, repository, values }) => {
    const { state = 'open', head = '', base, direction = 'desc' } = values
    const found = repository.pullRequests
      .filter((pullRequest) => state === 'all' || (pullRequest.state === 'OPEN') === (state === 'open'))
      // A filter without a colon is ignored.
      .filter(({ head: own }) => !head.includes(':') || head === `${own.repository.owner}:${own.ref}`)
      .filter((pullRequest) => base === undefined || pullRequest.base.ref === base)
      .sort((a, b) => (direction === 'desc' ? b.number - a.number : a.number - b.number))
    return { list: found.map((pullRequest) => pullRequestBody(world, pullRequest, 'pull-request-simple')) }
  }),

  'repos/list-pull-requests-associated-with-commit': operation('pull_requests', ({ world, repository, values }) => {
    const found = repository.pullRequests.filter(({ head, base }) => {
      const sha = values.commit_sha
      return head.sha === sha || repository.commits.between(base.sha, head.sha).some((commit) => commit.sha === sha)
    })
    return { list: found.map((pullRequest) => pullRequestBody(world, pullRequest, 'pull-request-simple')) }
  }),

  'pulls/list-files': operation('pull_requests', (call) => ({ list: changesOf(pullRequestOf(call)).map(fileBody) })),

  'pulls/list-commits': operation('pull_requests', (call) => {
    const { repository, base, head } = pullRequestOf(call)
    const commits = repository.commits.between(base.sha, head.sha)
    return { list: commits.map((commit) => commitBody(repository, commit)) }
  }),

  'pulls/list-requested-reviewers': operation('pull_requests', (call) => ({
    body: { users: pullRequestOf(call).requested.map(userBodyBesideReviews), teams: [] },
  })),

  'pulls/request-reviewers': operation<{ readonly reviewers?: readonly string[] }>('pull_requests', (call) => {
    requirePush(call)
    const { world, repository, token, body } = call
    const pullRequest = pullRequestOf(call)
    const reviewers = (body.reviewers ?? []).map((login) => accountOf(world, login))
    if (reviewers.some((reviewer) => reviewer === pullRequest.author)) {
      throw unprocessable('Review cannot be requested from pull request author.')
    }
    if (!reviewers.every((reviewer) => canBeAsked(repository, reviewer))) {
      const full = `${repository.owner}/${repository.name}`
      const which = `One or more of the users or teams you specified is not a collaborator of the ${full} repository.`
      throw new Refusal(422, `Reviews may only be requested from collaborators. ${which}`)
    }
    for (const reviewer of reviewers) requestReview(world, pullRequest, token.account, reviewer)
    return { status: 201, body: pullRequestBody(world, pullRequest, 'pull-request-simple') }
  }),

  'issues/list-events-for-timeline': operation(['issues', 'pull_requests'], (call) => ({
    list: pullRequestOf(call).timeline.map(timelineBody),
  })),
}
