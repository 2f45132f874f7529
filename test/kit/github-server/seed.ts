import { accountOf } from './state/accounts.ts'
import type { PullRequest, Repository } from './state/entities.ts'
import { endPullRequest, openPullRequest } from './state/pull-requests.ts'
import { addRepository, findRepository, written } from './state/repositories.ts'
import { addReply, addReview, setResolved } from './state/reviews.ts'
import type { World } from './state/world.ts'

// A world in one call, as plain data, for tests that only read.

export interface FakeComment {
  /** Null: the account is gone. */
  readonly author: { readonly type: 'User' | 'Bot'; readonly login: string } | null
  readonly body: string
}

export interface FakeThread {
  readonly id: string
  readonly path: string
  readonly line: number | null
  readonly isResolved?: boolean
  readonly comments: readonly FakeComment[]
}

export interface FakePullRequest {
  readonly number: number
  readonly title?: string
  readonly body?: string | null
  readonly state?: 'open' | 'closed'
  readonly base: { readonly ref: string; readonly sha: string }
  /** `owner` of another repository: a fork. */
  readonly head: { readonly ref: string; readonly sha: string; readonly owner?: string }
  readonly threads?: readonly FakeThread[]
}

/** These, in place of those that are there. */
export function seedPullRequests(world: World, repository: Repository, given: readonly FakePullRequest[]): void {
  repository.pullRequests = []
  for (const one of given) seedPullRequest(world, repository, one)
}

function seedPullRequest(world: World, repository: Repository, given: FakePullRequest): void {
  const { number, title = 'A change', body = null, state = 'open', base, head, threads = [] } = given
  const from = head.owner === undefined ? repository : forkOf(world, repository, head.owner)
  written(repository).set(base.ref, { sha: base.sha })
  written(from).set(head.ref, { sha: head.sha })
  const pullRequest = openPullRequest(world, repository, { number, title, body, base: base.ref, head: head.ref, from })
  for (const thread of threads) seedThread(world, pullRequest, thread)
  if (state === 'closed') endPullRequest(world, pullRequest, 'CLOSED')
}

function forkOf(world: World, { name }: Repository, owner: string): Repository {
  return findRepository(world, owner, name) ?? addRepository(world, { owner, name, isFork: true })
}

function seedThread(world: World, pullRequest: PullRequest, given: FakeThread): void {
  const { id, path, line, isResolved = false, comments } = given
  const [first, ...others] = comments
  if (first === undefined) throw new Error('A thread begins with a comment')
  const threads = [{ path, line, body: first.body, nodeId: id }]
  addReview(world, pullRequest, { author: authorOf(world, first), threads })
  const thread = pullRequest.threads.at(-1)
  if (thread === undefined) throw new Error('A review with a thread has made none')
  for (const comment of others) addReply(world, thread, authorOf(world, comment), comment.body)
  if (isResolved) setResolved(world, thread, accountOf(world, pullRequest.repository.owner))
}

function authorOf(world: World, { author }: FakeComment) {
  if (author === null) return null
  return accountOf(world, author.type === 'Bot' ? `${author.login}[bot]` : author.login)
}
