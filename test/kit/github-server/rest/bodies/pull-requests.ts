import { accountOf, associationOf } from '../../state/accounts.ts'
import type { ChangedFile } from '../../state/commits.ts'
import type { PullRequest, TimelineEvent } from '../../state/entities.ts'
import { changesOf } from '../../state/pull-requests.ts'
import type { World } from '../../state/world.ts'
import { type Filled, filled } from '../fill.ts'
import { apiUrl, repositoryBody } from './repositories.ts'
import { site, userBody, userBodyBesideReviews } from './users.ts'

export function pullRequestBody(
  world: World,
  pullRequest: PullRequest,
  schema: 'pull-request' | 'pull-request-simple',
): Filled {
  const { repository, number, state, closedAt } = pullRequest
  return filled(schema, {
    id: pullRequest.id,
    node_id: pullRequest.nodeId,
    number,
    url: `${apiUrl(repository)}/pulls/${number}`,
    html_url: pageOf(pullRequest),
    state: state === 'OPEN' ? 'open' : 'closed',
    title: pullRequest.title,
    body: pullRequest.body,
    draft: pullRequest.isDraft,
    user: userBody(pullRequest.author ?? accountOf(world, 'ghost')),
    author_association: associationOf(repository, pullRequest.author),
    created_at: pullRequest.createdAt,
    updated_at: pullRequest.updatedAt,
    closed_at: closedAt,
    merged_at: state === 'MERGED' ? closedAt : null,
    requested_reviewers: pullRequest.requested.map(userBodyBesideReviews),
    head: tipBody(world, pullRequest.head),
    base: tipBody(world, { ...pullRequest.base, repository }),
    ...(schema === 'pull-request' ? countsOf(pullRequest) : {}),
  })
}

function tipBody(world: World, { repository, ref, sha }: PullRequest['head']): Filled {
  return {
    label: `${repository.owner}:${ref}`,
    ref,
    sha,
    user: userBody(accountOf(world, repository.owner)),
    repo: repositoryBody(world, repository, 'repository'),
  }
}

function countsOf(pullRequest: PullRequest): Filled {
  const { repository, base, head, state, comments, threads } = pullRequest
  const files = changesOf(pullRequest)
  const sum = (key: 'additions' | 'deletions') => files.reduce((total, file) => total + file[key], 0)
  return {
    merged: state === 'MERGED',
    mergeable: state === 'OPEN' ? true : null,
    mergeable_state: 'clean',
    commits: repository.commits.between(base.sha, head.sha).length,
    additions: sum('additions'),
    deletions: sum('deletions'),
    changed_files: files.length,
    comments: comments.length,
    review_comments: threads.flatMap((thread) => thread.comments).length,
  }
}

export function pageOf({ repository: { owner, name }, number }: PullRequest): string {
  return `${site}/${owner}/${name}/pull/${number}`
}

export function fileBody(file: ChangedFile): Filled {
  const { filename, previous, status, additions, deletions, patch } = file
  return filled('diff-entry', {
    filename,
    status,
    additions,
    deletions,
    changes: additions + deletions,
    ...(previous === undefined ? {} : { previous_filename: previous }),
    ...(patch === undefined ? {} : { patch }),
  })
}

export function timelineBody(event: TimelineEvent): Filled {
  const schema = event.reviewer === undefined ? 'state-change-issue-event' : 'review-requested-issue-event'
  const actor = userBody(event.actor)
  const asked = { review_requester: actor, requested_reviewer: userBodyBesideReviews(event.reviewer ?? null) }
  return filled(schema, {
    id: event.id,
    node_id: event.nodeId,
    event: event.event,
    actor,
    created_at: event.createdAt,
    ...(event.reviewer === undefined ? {} : asked),
  })
}
