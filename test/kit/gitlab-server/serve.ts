import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultPlan, Faults } from '../github-server/faults.ts'
import type { LogEntry } from '../github-server/log.ts'
import { answerProblems, findRoute, isPaged, questionProblems, type Route } from './description.ts'
import { acts } from './operations.ts'
import { Refused } from './refused.ts'
import { notePushes, type World } from './world.ts'

export interface Service {
  readonly world: World
  readonly faults: Faults
  readonly log: LogEntry[]
  readonly onRequest: (entry: LogEntry) => void
}

const prefix = '/api/v4'
const graphqlPath = '/api/graphql'

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** One request, from what arrives to what leaves. */
export async function serve(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { world, log, faults } = service
  const address = new URL(request.url ?? '/', 'http://127.0.0.1')
  const method = request.method ?? ''
  const pathname = pathIn(address)
  const route = findRoute(method, pathname)
  const body = await bodyOf(request)
  const entry: LogEntry = {
    ...{ method, path: `${pathname}${address.search}`, operation: route?.operation ?? null, name: null, variables: {} },
    ...{ body, headers: request.headers, status: null, isFaulty: false },
  }
  log.push(entry)
  service.onRequest(entry)
  catchUp(world)
  const fault = faults.take(entry)
  if (fault?.delay !== undefined) await sleep(fault.delay, undefined, { ref: false })
  fault?.meanwhile?.()
  catchUp(world)
  if (fault !== undefined && fault.after !== true && fails(fault)) return fail(fault, entry, response)
  const isRead = method === 'GET' || route?.operation === 'graphql'
  const answer = isRead || world.scopes.includes('api') ? answerTo(world, route, address, entry) : barred
  if (fault !== undefined && fails(fault)) return fail(fault, entry, response)
  send(response, entry, answer)
}

function catchUp(world: World): void {
  notePushes(world)
  world.clock.advance(0)
}

function pathIn({ pathname }: URL): string {
  if (pathname === graphqlPath) return '/graphql'
  return pathname.startsWith(prefix) ? pathname.slice(prefix.length) : `(outside)${pathname}`
}

const barred: Answer = { status: 403, body: { error: 'insufficient_scope', scope: 'api' } }

const fails = ({ status, drop }: FaultPlan) => drop === true || status !== undefined

function fail(
  { drop, status = 502, body = { message: 'Bad Gateway' }, headers = {} }: FaultPlan,
  entry: LogEntry,
  response: ServerResponse,
) {
  entry.isFaulty = true
  if (drop === true) return void response.destroy()
  send(response, entry, { status, body, headers })
}

function answerTo(world: World, route: Route | undefined, address: URL, { body, headers }: LogEntry): Answer {
  const user = world.tokens.get(headers.authorization?.toString().replace(/^Bearer /, '') ?? '')
  if (user === undefined) return { status: 401, body: { message: '401 Unauthorized' } }
  if (route === undefined) {
    world.violations.push(`${address.pathname} is not described`)
    return { status: 404, body: { error: '404 Not Found' } }
  }
  const { operation, values } = route
  const query = address.searchParams
  const problems = questionProblems(operation, query, body)
  world.violations.push(...problems)
  if (problems.length > 0) return { status: 400, body: { error: problems.join(', ') } }
  if (values.id !== undefined && operation !== 'project/get' && values.id !== world.path) {
    return { status: 404, body: { message: '404 Project Not Found' } }
  }
  try {
    const answer = acts[operation]({ world, user, values, query, body })
    world.violations.push(...answerProblems(operation, answer))
    return isPaged(operation) ? pageOf(answer as readonly unknown[], query) : { status: 200, body: answer }
  } catch (error) {
    if (error instanceof Refused) return { status: error.status, body: { message: error.message } }
    throw error
  }
}

function pageOf(all: readonly unknown[], query: URLSearchParams): Answer {
  const size = Number(query.get('per_page') ?? 20)
  const page = Number(query.get('page') ?? 1)
  const next = page * size < all.length ? String(page + 1) : ''
  const headers = {
    'x-page': String(page),
    'x-per-page': String(size),
    'x-next-page': next,
    'x-total': String(all.length),
  }
  return { status: 200, body: all.slice((page - 1) * size, page * size), headers }
}

function send(response: ServerResponse, entry: LogEntry, { status, body, headers = {} }: Answer): void {
  entry.status = status
  const code = status === 200 && entry.method === 'POST' && entry.operation !== 'graphql' ? 201 : status
  response.writeHead(code, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? undefined : JSON.parse(text)
}
