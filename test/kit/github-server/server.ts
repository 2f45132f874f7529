import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerGraphql } from './graphql.ts'
import { answerRest } from './rest.ts'
import type { FakePullRequest, FakeState } from './state.ts'

/** What goes wrong with a request before it has an effect. */
export type Fault = { readonly status: number; readonly body?: unknown } | 'drop'

export interface GithubServer {
  readonly url: string
  readonly token: string
  /** The variables a CI run would have to reach it. */
  readonly variables: Readonly<Record<string, string>>
  readonly setPullRequests: (pullRequests: readonly FakePullRequest[]) => void
  /** The next requests fail, one for each fault given. */
  readonly inject: (...faults: readonly Fault[]) => void
  /** Called before each request is answered: a world that changes between two pages. */
  onRequest: (() => void) | null
  /** 'GET /repos/…', 'POST /graphql', oldest first. */
  readonly requests: readonly string[]
  /** What GitHub's own descriptions do not allow. Must be empty at the end of every test. */
  readonly violations: readonly string[]
  readonly close: () => Promise<void>
}

/** A test double of GitHub on 127.0.0.1. It only answers reads: anything that would write is a violation. */
export async function startGithubServer(owner = 'octo', name = 'project'): Promise<GithubServer> {
  const state: FakeState = { owner, name, pullRequests: [] }
  const token = ['test', 'token'].join('-')
  const faults: Fault[] = []
  const requests: string[] = []
  const violations: string[] = []
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const github: GithubServer = {
    url,
    token,
    variables: {
      GITHUB_API_URL: url,
      GITHUB_GRAPHQL_URL: `${url}/graphql`,
      GITHUB_REPOSITORY: `${owner}/${name}`,
      GITHUB_TOKEN: token,
    },
    setPullRequests: (pullRequests) => {
      state.pullRequests = pullRequests
    },
    inject: (...given) => void faults.push(...given),
    onRequest: null,
    requests,
    violations,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return github

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', url)
    requests.push(`${request.method} ${pathname}${search}`)
    const fault = faults.shift()
    if (fault === 'drop') return void request.destroy()
    if (fault !== undefined) return send(response, fault.status, fault.body ?? { message: 'Server Error' })
    if (request.headers.authorization !== `token ${token}`) {
      return send(response, 401, { message: 'Bad credentials', status: '401' })
    }
    github.onRequest?.()
    await answer(request, response).catch((error: unknown) => {
      violations.push(String(error))
      send(response, 500, { message: 'The test double failed' })
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', url)
    if (request.method === 'POST' && address.pathname === '/graphql') {
      const { body, violations: wrong } = await answerGraphql(state, JSON.parse(await textOf(request)))
      violations.push(...wrong)
      return send(response, 200, body)
    }
    if (request.method !== 'GET') {
      violations.push(`${request.method} ${address.pathname} would write`)
      return send(response, 405, { message: 'Not allowed' })
    }
    const { status, body, violations: wrong } = answerRest(state, address)
    violations.push(...wrong)
    send(response, status, body)
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
