import { accountOf, associationOf, isCopilot, restLogin } from './accounts.ts'
import type { ChangedFile } from './commits.ts'
import type { Account, PullRequest, Repository } from './entities.ts'
import { moveThreads } from './outdate.ts'
import { announce, newIds, register, touch, type World } from './world.ts'

export interface NewPullRequest {
  readonly number: number
  readonly author?: string
  readonly title?: string
  readonly body?: string | null
  readonly isDraft?: boolean
  /** Branches. The head may be of a fork. */
  readonly base?: string
  readonly head: string
  readonly from?: Repository
}

/** Opens one between two branches that are there. */
export function openPullRequest(world: World, repository: Repository, given: NewPullRequest): PullRequest {
  const { number, author = 'octocat', title = 'A change', body = null, isDraft = false, base = 'main' } = given
  const from = given.from ?? repository
  const now = world.clock.stamp()
  const pullRequest: PullRequest = {
    kind: 'PullRequest',
    ...newIds(world, 'PR'),
    repository,
    number,
    author: accountOf(world, author),
    createdAt: now,
    updatedAt: now,
    lastEditedAt: null,
    editor: null,
    closedAt: null,
    head: { repository: from, ref: given.head, sha: tipOf(from, given.head) },
    base: { ref: base, sha: tipOf(repository, base) },
    title,
    body,
    isDraft,
    isInMergeQueue: false,
    state: 'OPEN',
    reviews: [],
    threads: [],
    comments: [],
    timeline: [],
    requested: [],
    reactions: [],
    round: 1,
  }
  repository.commits.publish(number, pullRequest.head.sha, from.commits)
  repository.pullRequests.push(pullRequest)
  register(world, pullRequest)
  announce(world, { type: 'push', pullRequest })
  return pullRequest
}

function tipOf({ commits, owner, name }: Repository, ref: string): string {
  const tip = commits.branches().get(ref)
  if (tip === undefined) throw new Error(`${owner}/${name} has no branch ${ref}`)
  return tip
}

/** Notices what was pushed since it was called last. */
export function notePushes(world: World): void {
  for (const repository of world.repositories) {
    const open = repository.pullRequests.filter(({ state }) => state === 'OPEN')
    if (open.length === 0) continue
    const branches = repository.commits.branches()
    for (const pullRequest of open) {
      const { head, base } = pullRequest
      const tips = head.repository === repository ? branches : head.repository.commits.branches()
      const tip = tips.get(head.ref) ?? head.sha
      base.sha = branches.get(base.ref) ?? base.sha
      if (tip !== head.sha) moveHead(world, pullRequest, tip)
    }
  }
}

function moveHead(world: World, pullRequest: PullRequest, to: string): void {
  const { repository, head } = pullRequest
  const from = head.sha
  repository.commits.publish(pullRequest.number, to, head.repository.commits)
  head.sha = to
  pullRequest.round += 1
  if (!repository.commits.isAncestor(from, to)) {
    addTimelineEvent(world, pullRequest, 'head_ref_force_pushed', pullRequest.author)
  }
  moveThreads(pullRequest, from)
  touch(world, pullRequest)
  announce(world, { type: 'push', pullRequest })
}

export function changesOf({ repository, base, head }: PullRequest): readonly ChangedFile[] {
  return repository.commits.changes(base.sha, head.sha)
}

export function endPullRequest(world: World, pullRequest: PullRequest, state: 'CLOSED' | 'MERGED'): void {
  pullRequest.state = state
  pullRequest.closedAt = world.clock.stamp()
  addTimelineEvent(world, pullRequest, state === 'MERGED' ? 'merged' : 'closed', pullRequest.author)
  touch(world, pullRequest)
}

export function editPullRequest(
  world: World,
  pullRequest: PullRequest,
  editor: Account,
  changes: Partial<Pick<PullRequest, 'title' | 'body' | 'isDraft'>>,
): void {
  Object.assign(pullRequest, changes)
  if (changes.body !== undefined) Object.assign(pullRequest, { lastEditedAt: world.clock.stamp(), editor })
  touch(world, pullRequest)
}

export function requestReview(world: World, pullRequest: PullRequest, actor: Account, reviewer: Account): void {
  if (world.deaf.has(restLogin(reviewer)) || pullRequest.requested.includes(reviewer)) return
  pullRequest.requested = [...pullRequest.requested, reviewer]
  addTimelineEvent(world, pullRequest, 'review_requested', actor, reviewer)
  touch(world, pullRequest)
  announce(world, { type: 'request', pullRequest, reviewer })
}

/** Of the bots only one; people, when they work on it. */
export function canBeAsked(repository: Repository, reviewer: Account): boolean {
  return isCopilot(reviewer) || associationOf(repository, reviewer) !== 'NONE'
}

export function addTimelineEvent(
  world: World,
  pullRequest: PullRequest,
  event: string,
  actor: Account | null,
  reviewer?: Account,
): void {
  const ids = newIds(world, 'TE')
  const createdAt = world.clock.stamp()
  pullRequest.timeline.push({
    ...ids,
    event,
    actor: actor ?? accountOf(world, 'ghost'),
    createdAt,
    ...(reviewer === undefined ? {} : { reviewer }),
  })
}
