import { createServer } from 'node:http'
import { createFaults, type Fault } from '../github-server/faults.ts'
import type { LogEntry } from '../github-server/log.ts'
import { placeOf } from './places.ts'
import { type Service, serve } from './serve.ts'
import * as state from './world.ts'

export interface GitlabOptions {
  /** A bare repository: what is pushed there is seen. */
  readonly git: string
  /** Names → access levels. 'root', whose token it is, is a maintainer; who ends in `_bot` is one. */
  readonly members?: Readonly<Record<string, number>>
  readonly now?: number
  /** What tokens may do: ['api'] unless said. */
  readonly scopes?: readonly string[]
}

/** Somebody who says something about a merge request. */
export interface Voice {
  readonly note: (body: string) => state.Discussion
  /** A thread about the whole. */
  readonly discuss: (body: string) => state.Discussion
  readonly remark: (line: number, body: string, endLine?: number) => state.Discussion
  readonly reply: (discussion: state.Discussion, body: string) => void
  /** Maintainers may edit what others wrote. */
  readonly edit: (discussion: state.Discussion, body: string) => void
  readonly award: (name: string, to?: state.Discussion) => void
  readonly status: (name: string, word: string, description?: string) => void
}

export interface GitlabServer {
  readonly url: string
  readonly token: string
  /** What has to be set to reach it. */
  readonly variables: Readonly<Record<string, string>>
  readonly world: state.World
  readonly open: (given: Parameters<typeof state.openMergeRequest>[1]) => state.MergeRequest
  readonly as: (username: string, mergeRequest: state.MergeRequest) => Voice
  /** What somebody says when a head is there for the n-th time. */
  readonly play: (username: string, rounds: readonly ((voice: Voice) => void)[]) => void
  readonly inject: (...faults: readonly Fault[]) => void
  onRequest: ((entry: LogEntry) => void) | null
  readonly log: readonly LogEntry[]
  /** Closes it. Rejects when something was not allowed, or when a fault did not happen. */
  readonly end: () => Promise<void>
}

const token = 'glpat-of-the-test'
const path = 'group/sub/project'

/** A test double of GitLab on 127.0.0.1, as strict as its description. */
export async function startGitlabServer(options: GitlabOptions): Promise<GitlabServer> {
  const { git, members = {}, now = Date.parse('2026-11-15T12:00:00Z'), scopes = ['api'] } = options
  const world = state.createWorld(git, path, now, scopes)
  world.tokens.set(token, state.addUser(world, 'root', 40))
  for (const [name, access] of Object.entries(members)) state.addUser(world, name, access, name.endsWith('_bot'))
  const faults = createFaults()
  const log: LogEntry[] = []
  const service: Service = { world, faults, log, onRequest: (entry) => gitlab.onRequest?.(entry) }
  const { url, close } = await listen(service)
  const gitlab: GitlabServer = {
    url,
    token,
    variables: { GITLAB_API_URL: url, CI_PROJECT_PATH: path, GITLAB_TOKEN: token },
    world,
    open: (given) => state.openMergeRequest(world, given),
    as: (username, mergeRequest) => voiceOf(world, username, mergeRequest),
    play: (username, rounds) => {
      world.onPush.push((mergeRequest, round) => rounds[round - 1]?.(voiceOf(world, username, mergeRequest)))
    },
    inject: (...given) => faults.add(given),
    onRequest: null,
    log,
    end: async () => {
      await close()
      const left = faults.left().map((fault) => `a fault that did not happen: ${JSON.stringify(fault)}`)
      const wrong = [...world.violations, ...left]
      if (wrong.length > 0) throw new Error(`GitLab would not have it:\n${wrong.join('\n')}`)
    },
  }
  return gitlab
}

async function listen(service: Service): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    serve(service, request, response).catch((error: unknown) => {
      service.world.violations.push(String(error))
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port')
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${address.port}/api/v4`, close }
}

function voiceOf(world: state.World, username: string, mergeRequest: state.MergeRequest): Voice {
  const author = state.userOf(world, username)
  const [file = ''] = filesOf(world, mergeRequest).map(({ filename }) => filename)
  return {
    note: (body) => state.discuss(world, mergeRequest, { author, body, isIndividual: true }),
    discuss: (body) => state.discuss(world, mergeRequest, { author, body }),
    remark: (line, body, endLine = line) => {
      const version = mergeRequest.versions[0]!
      const place = placeOf(filesOf(world, mergeRequest), { path: file, line, endLine }, version)
      if (place === undefined) throw new Error(`${file}:${line} is not shown`)
      return state.discuss(world, mergeRequest, { author, body, place })
    },
    reply: (discussion, body) => void discussion.notes.push(state.newNote(world, { author, body })),
    edit: (discussion, body) => state.edit(world, discussion.notes[0]!, author, body),
    award: (name, to) =>
      void (to?.notes[0]?.awards ?? mergeRequest.awards).push({
        id: state.nextId(world),
        name,
        author,
        createdAt: state.timeOf(world),
      }),
    status: (name, word, description) => {
      const sha = mergeRequest.versions[0]!.head
      const common = { id: state.nextId(world), sha, author, createdAt: state.timeOf(world) }
      world.statuses.push({ ...common, name, status: word, description: description ?? null })
    },
  }
}

function filesOf({ commits }: state.World, { versions: [newest] }: state.MergeRequest) {
  return newest === undefined ? [] : commits.changes(newest.base, newest.head)
}
