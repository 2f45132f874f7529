import { type Line, play } from './bots.ts'
import { createClock } from './clock.ts'
import { createFaults, type Fault } from './faults.ts'
import { listen } from './listen.ts'
import type { LogEntry } from './log.ts'
import { type FakePullRequest, seedPullRequests } from './seed.ts'
import { type App, addApp, type NewApp } from './state/apps.ts'
import type { Permission, PullRequest, Repository } from './state/entities.ts'
import { commitsOfGit } from './state/git.ts'
import { type NewPullRequest, notePushes, openPullRequest } from './state/pull-requests.ts'
import { addRepository } from './state/repositories.ts'
import { addToken, type NewToken } from './state/tokens.ts'
import { createWorld, type World } from './state/world.ts'
import { type Voice, voiceOf } from './voices.ts'

export interface GithubOptions {
  readonly owner?: string
  readonly name?: string
  /** A bare repository: its branches are the branches, and what is pushed there is seen. */
  readonly git?: string
  readonly isPrivate?: boolean
  /** Logins → what they may do. 'octocat', whose token it is, may write. */
  readonly collaborators?: Readonly<Record<string, Permission>>
  /** An Enterprise Server of this version ('3.19'). */
  readonly enterprise?: string
  /** Where the clock stands. */
  readonly now?: number
}

/** What a test does with the world. */
interface Hands {
  /** All there is, for the functions of state/. */
  readonly world: World
  readonly repository: Repository
  readonly setPullRequests: (pullRequests: readonly FakePullRequest[]) => void
  readonly openPullRequest: (given: NewPullRequest) => PullRequest
  readonly addToken: (given: NewToken) => string
  readonly addApp: (given: NewApp) => App
  /** Somebody acts, now. */
  readonly as: (login: string, pullRequest: PullRequest) => Voice
  /** Somebody acts when something happens. */
  readonly play: (login: string, script: readonly Line[]) => void
  /** Lets time pass, with all that is due. */
  readonly advance: (seconds: number) => void
}

export interface GithubServer extends Hands {
  readonly url: string
  /** Of the person 'octocat'. */
  readonly token: string
  /** The variables a CI run would have to reach it. */
  readonly variables: Readonly<Record<string, string>>
  /** The next requests that are meant fail, one for each fault given unless it says how often. */
  readonly inject: (...faults: readonly Fault[]) => void
  /** Called before each request is answered: a world that changes between two pages, time that passes. */
  onRequest: ((entry: LogEntry) => void) | null
  /** 'GET /repos/…', 'POST /graphql', oldest first. */
  readonly requests: readonly string[]
  readonly log: readonly LogEntry[]
  /** What GitHub's own descriptions do not allow. Must be empty at the end of every test. */
  readonly violations: readonly string[]
  readonly close: () => Promise<void>
  /** Closes it. Rejects when something was not allowed, or when a fault did not happen. */
  readonly end: () => Promise<void>
}

/** A test double of GitHub on 127.0.0.1, as strict as GitHub's own descriptions. */
export async function startGithubServer(options: GithubOptions = {}): Promise<GithubServer> {
  const { owner = 'octo', name = 'project', enterprise = null, isPrivate = false } = options
  const world = createWorld(createClock(options.now ?? Date.parse('2026-11-15T12:00:00Z')))
  const repository = addRepository(world, {
    owner,
    name,
    isPrivate,
    collaborators: { octocat: 'write', ...options.collaborators },
    ...(options.git === undefined ? {} : { commits: commitsOfGit(options.git) }),
  })
  const token = addToken(world, { login: 'octocat' })
  const faults = createFaults()
  const log: LogEntry[] = []
  const onRequest = (entry: LogEntry) => github.onRequest?.(entry)
  const { origin, close } = await listen({ world, faults, log, enterprise, onRequest })
  const url = enterprise === null ? origin : `${origin}/api/v3`
  const github: GithubServer = {
    url,
    token,
    variables: {
      GITHUB_API_URL: url,
      GITHUB_GRAPHQL_URL: enterprise === null ? `${origin}/graphql` : `${origin}/api/graphql`,
      GITHUB_REPOSITORY: `${owner}/${name}`,
      GITHUB_TOKEN: token,
    },
    ...handsOn(world, repository),
    inject: (...given) => faults.add(given),
    onRequest: null,
    get requests() {
      return log.map(({ method, path }) => `${method} ${path}`)
    },
    log,
    violations: world.violations,
    close,
    end: async () => {
      await close()
      const left = faults.left().map((fault) => `a fault that did not happen: ${JSON.stringify(fault)}`)
      const wrong = [...world.violations, ...left]
      if (wrong.length > 0) throw new Error(`GitHub would not have it:\n${wrong.join('\n')}`)
    },
  }
  return github
}

function handsOn(world: World, repository: Repository): Hands {
  return {
    world,
    repository,
    setPullRequests: (pullRequests) => seedPullRequests(world, repository, pullRequests),
    openPullRequest: (given) => openPullRequest(world, repository, given),
    addToken: (given) => addToken(world, given),
    addApp: (given) => addApp(world, given),
    as: (login, pullRequest) => voiceOf(world, login, pullRequest),
    play: (login, script) => play(world, login, script),
    advance: (seconds) => {
      notePushes(world)
      world.clock.advance(seconds)
    },
  }
}
