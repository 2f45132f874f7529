import type { Clock } from '../clock.ts'
import type { App } from './apps.ts'
import type { Account, Entity, IssueComment, PullRequest, Repository, ReviewComment, Thread } from './entities.ts'
import { createLimits, type Limits } from './limits.ts'
import type { Token } from './tokens.ts'

/** What happened, for those who play bots and people. */
export type Happening =
  | { readonly type: 'push'; readonly pullRequest: PullRequest }
  | { readonly type: 'request'; readonly pullRequest: PullRequest; readonly reviewer: Account }
  | { readonly type: 'comment'; readonly pullRequest: PullRequest; readonly comment: IssueComment }
  | {
      readonly type: 'reply'
      readonly pullRequest: PullRequest
      readonly thread: Thread
      readonly comment: ReviewComment
    }

export interface World {
  readonly clock: Clock
  /** By login, bots with their `[bot]`. */
  readonly accounts: Map<string, Account>
  readonly tokens: Map<string, Token>
  readonly apps: App[]
  readonly limits: Limits
  readonly repositories: Repository[]
  /** By global id. */
  readonly nodes: Map<string, Entity>
  readonly listeners: ((happening: Happening) => void)[]
  /** Logins of reviewers whom a request for review reaches without any effect. */
  readonly deaf: Set<string>
  /** What GraphQL shows at once and REST only after so many seconds. */
  restLag: number
  /** How long an uploaded SARIF file is pending. */
  sarifSeconds: number
  /** What should not have happened. Empty at the end of every test. */
  readonly violations: string[]
  lastId: number
}

export function createWorld(clock: Clock): World {
  return {
    clock,
    accounts: new Map(),
    tokens: new Map(),
    apps: [],
    limits: createLimits(clock.now()),
    repositories: [],
    nodes: new Map(),
    listeners: [],
    deaf: new Set(),
    restLag: 0,
    sarifSeconds: 0,
    violations: [],
    lastId: 1000,
  }
}

/** Both ids of something new: the number, and the global one with the prefix of its type. */
export function newIds(world: World, prefix: string): { readonly id: number; readonly nodeId: string } {
  world.lastId += 1
  return { id: world.lastId, nodeId: `${prefix}_kwDO${world.lastId.toString(36).padStart(8, '0')}` }
}

export function register<T extends Entity>(world: World, entity: T): T {
  world.nodes.set(entity.nodeId, entity)
  return entity
}

export function announce(world: World, happening: Happening): void {
  for (const listener of world.listeners) listener(happening)
}

export function touch(world: World, pullRequest: PullRequest): void {
  pullRequest.updatedAt = world.clock.stamp()
}

export function shownByRestAt(world: World): number {
  return world.clock.now() + world.restLag * 1000
}

export function isShownByRest(world: World, { shownByRestAt: from }: { readonly shownByRestAt: number }): boolean {
  return from <= world.clock.now()
}
