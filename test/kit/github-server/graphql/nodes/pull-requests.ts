import { accountOf, associationOf, permissionOf } from '../../state/accounts.ts'
import type { ChangedFile } from '../../state/commits.ts'
import type { PullRequest, Repository } from '../../state/entities.ts'
import { changesOf } from '../../state/pull-requests.ts'
import { commentsSeenBy, isSeenBy } from '../../state/reviews.ts'
import { connection, type PageArguments } from '../connection.ts'
import { failure } from '../failures.ts'
import { type Node, requireAccess, type Viewer } from '../viewer.ts'
import { accountNode, reactionFields } from './accounts.ts'
import { commitNode } from './commits.ts'
import { issueCommentNode, reviewNode, threadNode } from './conversation.ts'

const site = 'https://github.com'

export function repositoryNode(viewer: Viewer, repository: Repository): Node {
  const { nodeId, id, owner, name, isPrivate, isFork, pullRequests } = repository
  return {
    __typename: 'Repository',
    id: nodeId,
    databaseId: id,
    name,
    nameWithOwner: `${owner}/${name}`,
    owner: accountNode(accountOf(viewer.world, owner)),
    isPrivate,
    isFork,
    viewerPermission: permissionFor(viewer, repository),
    url: `${site}/${owner}/${name}`,
    pullRequests: (page: PageArguments) => {
      requireAccess(viewer, 'pull_requests', 'read')
      return connection(pullRequests, page, (each) => pullRequestNode(viewer, each))
    },
    pullRequest: ({ number }: { readonly number: number }) => {
      requireAccess(viewer, 'pull_requests', 'read')
      const found = pullRequests.find((candidate) => candidate.number === number)
      if (found !== undefined) return pullRequestNode(viewer, found)
      throw failure('NOT_FOUND', `Could not resolve to a PullRequest with the number of ${number}.`)
    },
  }
}

/** Who sees it may read it; an app has no rights of a person. */
function permissionFor({ token: { kind, account } }: Viewer, repository: Repository): string | null {
  if (kind === 'app') return null
  const permission = permissionOf(repository, account)
  return (permission === 'none' ? 'read' : permission).toUpperCase()
}

export function pullRequestNode(viewer: Viewer, pullRequest: PullRequest): Node {
  return {
    __typename: 'PullRequest',
    ...plainFields(pullRequest),
    ...connectionFields(viewer, pullRequest),
    ...reactionFields(pullRequest, viewer),
    baseRepository: () => repositoryNode(viewer, pullRequest.repository),
    repository: () => repositoryNode(viewer, pullRequest.repository),
    headRepository: () => repositoryNode(viewer, pullRequest.head.repository),
    headRepositoryOwner: () => accountNode(accountOf(viewer.world, pullRequest.head.repository.owner)),
    viewerDidAuthor: pullRequest.author === viewer.token.account,
  }
}

function plainFields(pullRequest: PullRequest): Node {
  const { repository, head, base, state, closedAt } = pullRequest
  return {
    id: pullRequest.nodeId,
    databaseId: pullRequest.id,
    fullDatabaseId: String(pullRequest.id),
    number: pullRequest.number,
    title: pullRequest.title,
    body: pullRequest.body ?? '',
    author: accountNode(pullRequest.author),
    authorAssociation: associationOf(repository, pullRequest.author),
    state,
    isDraft: pullRequest.isDraft,
    isInMergeQueue: pullRequest.isInMergeQueue,
    closed: state !== 'OPEN',
    closedAt,
    merged: state === 'MERGED',
    mergedAt: state === 'MERGED' ? closedAt : null,
    mergeable: state === 'OPEN' ? 'MERGEABLE' : 'UNKNOWN',
    mergeStateStatus: mergeStateOf(pullRequest),
    createdAt: pullRequest.createdAt,
    updatedAt: pullRequest.updatedAt,
    lastEditedAt: pullRequest.lastEditedAt,
    editor: accountNode(pullRequest.editor),
    headRefName: head.ref,
    headRefOid: head.sha,
    baseRefName: base.ref,
    baseRefOid: base.sha,
    isCrossRepository: head.repository !== repository,
    url: pageOf(pullRequest),
  }
}

function mergeStateOf({ repository, head, state, isDraft }: PullRequest): string {
  if (state !== 'OPEN') return 'UNKNOWN'
  if (isDraft) return 'DRAFT'
  const runs = repository.checkSuites.filter(({ headSha }) => headSha === head.sha).flatMap(({ runs: all }) => all)
  const passed = runs.filter(({ conclusion }) => conclusion === 'success').map(({ name }) => name)
  return [...repository.requiredChecks].every((name) => passed.includes(name)) ? 'CLEAN' : 'BLOCKED'
}

function connectionFields(viewer: Viewer, pullRequest: PullRequest): Node {
  const { repository, base, head, reviews, threads, comments, requested } = pullRequest
  const { account } = viewer.token
  return {
    reviews: (page: PageArguments) =>
      connection(
        reviews.filter((review) => isSeenBy(review, account)),
        page,
        (review) => reviewNode(viewer, review),
      ),
    reviewThreads: (page: PageArguments) =>
      connection(
        threads.filter((thread) => commentsSeenBy(thread, account).length > 0),
        page,
        (thread) => threadNode(viewer, thread),
      ),
    comments: (page: PageArguments) => connection(comments, page, (comment) => issueCommentNode(viewer, comment)),
    commits: (page: PageArguments) =>
      connection(repository.commits.between(base.sha, head.sha), page, ({ sha }) => ({
        __typename: 'PullRequestCommit',
        id: `PURC_${pullRequest.id}_${sha}`,
        commit: () => commitNode(viewer, repository, sha),
      })),
    files: (page: PageArguments) => connection(changesOf(pullRequest), page, fileNode),
    reviewRequests: (page: PageArguments) =>
      connection(requested, page, (reviewer) => ({
        __typename: 'ReviewRequest',
        id: `RR_${pullRequest.id}_${reviewer.login}`,
        requestedReviewer: accountNode(reviewer),
      })),
  }
}

function fileNode({ filename, status, additions, deletions }: ChangedFile): Node {
  const changeType = status === 'removed' ? 'DELETED' : status.toUpperCase()
  return { __typename: 'PullRequestChangedFile', path: filename, changeType, additions, deletions }
}

export function pageOf({ repository: { owner, name }, number }: PullRequest): string {
  return `${site}/${owner}/${name}/pull/${number}`
}
