import { accountOf } from './accounts.ts'
import type { Commits } from './commits.ts'
import type { Permission, Repository } from './entities.ts'
import { newIds, register, type World } from './world.ts'
import { type WrittenCommits, writtenCommits } from './written-commits.ts'

export interface NewRepository {
  readonly owner: string
  readonly name: string
  readonly isPrivate?: boolean
  readonly isFork?: boolean
  readonly defaultBranch?: string
  /** A real one, as commitsOfGit gives it. Without it tests say what its branches are. */
  readonly commits?: Commits
  /** Logins → what they may do. */
  readonly collaborators?: Readonly<Record<string, Permission>>
}

export function addRepository(world: World, given: NewRepository): Repository {
  const { owner, name, isPrivate = false, isFork = false, defaultBranch = 'main', collaborators = {} } = given
  accountOf(world, owner)
  for (const login of Object.keys(collaborators)) accountOf(world, login)
  const repository: Repository = {
    kind: 'Repository',
    ...newIds(world, 'R'),
    owner,
    name,
    isPrivate,
    isFork,
    defaultBranch,
    commits: given.commits ?? writtenCommits(world.clock.stamp),
    collaborators: new Map(Object.entries(collaborators)),
    pullRequests: [],
    checkSuites: [],
    statuses: [],
    sarifs: [],
    requiredChecks: new Set(),
  }
  world.repositories.push(repository)
  return register(world, repository)
}

export function findRepository(world: World, owner: string, name: string): Repository | undefined {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  return world.repositories.find((candidate) => same(candidate.owner, owner) && same(candidate.name, name))
}

/** The commits of a repository that is not real. */
export function written({ commits, owner, name }: Repository): WrittenCommits {
  if ('set' in commits) return commits as WrittenCommits
  throw new Error(`${owner}/${name} is a real repository: push to it`)
}

/** A branch, a tag of ours, a commit or the start of one. */
export function commitOf({ commits }: Repository, revision: string): string | undefined {
  return commits.branches().get(revision.replace(/^(refs\/)?heads\//, '')) ?? commits.find(revision)?.sha
}
