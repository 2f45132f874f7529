import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './answer.ts'
import type { FaultPlan, Faults } from './faults.ts'
import { answerGraphql } from './graphql/answer.ts'
import { type LogEntry, logEntry } from './log.ts'
import { answerRest } from './rest/answer.ts'
import { findApp } from './state/apps.ts'
import { limitBody, renewLimit } from './state/limits.ts'
import { notePushes } from './state/pull-requests.ts'
import { findToken } from './state/tokens.ts'
import type { World } from './state/world.ts'

export interface Service {
  readonly world: World
  readonly faults: Faults
  readonly log: LogEntry[]
  /** The version of an Enterprise Server. */
  readonly enterprise: string | null
  readonly origin: string
  readonly onRequest: (entry: LogEntry) => void
}

/** One request, from what arrives to what leaves. */
export async function serve(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { world, log, faults } = service
  const address = new URL(request.url ?? '/', service.origin)
  const pathname = pathOf(service, address)
  const body = bodyOf(await textOf(request))
  const entry = logEntry(request.method ?? '', address, pathname, body, request.headers)
  log.push(entry)
  service.onRequest(entry)
  catchUp(world)
  const fault = faults.take(entry)
  if (fault !== undefined) await suffer(world, fault, entry)
  if (fault !== undefined && fails(fault) && fault.after !== true) return fail(service, fault, entry, response)
  const answer = await answerTo(service, entry, address, pathname)
  world.violations.push(...answer.violations)
  if (fault !== undefined && fails(fault)) return fail(service, fault, entry, response)
  send(service, entry, response, answer)
}

/** What was pushed, and what is due. */
function catchUp(world: World): void {
  notePushes(world)
  world.clock.advance(0)
}

async function suffer(world: World, { delay = 0, meanwhile }: FaultPlan, entry: LogEntry): Promise<void> {
  entry.isFaulty = true
  if (delay > 0) await sleep(delay, undefined, { ref: false })
  meanwhile?.()
  catchUp(world)
}

function fails({ status, drop }: FaultPlan): boolean {
  return drop === true || status !== undefined
}

function fail(service: Service, fault: FaultPlan, entry: LogEntry, response: ServerResponse): void {
  const { drop, status = 502, body = { message: 'Server Error' }, headers = {} } = fault
  if (drop === true) return void response.destroy()
  send(service, entry, response, { status, body, headers, violations: [] })
}

async function answerTo(service: Service, entry: LogEntry, address: URL, pathname: string): Promise<Answer> {
  const { world, enterprise } = service
  const { method, body, headers } = entry
  const refusal = refusalOf(entry)
  if (refusal !== undefined) return refusal
  const authorization = headers.authorization?.toString() ?? ''
  const caller = findToken(world, authorization) ?? findApp(world, authorization)
  if (caller === undefined) return refused(401, authorization === '' ? 'Requires authentication' : 'Bad credentials')
  const isGraphql = pathname === '/graphql'
  const limit = world.limits[isGraphql ? 'graphql' : 'core']
  renewLimit(limit, world.clock.now())
  if (limit.remaining === 0 && entry.operation !== 'rate-limit/get') {
    const message = 'API rate limit exceeded for user ID 1.'
    return isGraphql ? answered({ errors: [{ type: 'RATE_LIMITED', message }] }) : refused(403, message)
  }
  if (entry.operation !== 'rate-limit/get') limit.remaining -= 1
  if (!isGraphql) {
    const answer = answerRest(world, { method, address, pathname, body, caller })
    return conditional(service, entry, { ...answer, headers: { ...answer.headers, ...scopesOf(caller) } })
  }
  if (method !== 'POST' || !('account' in caller))
    return refused(401, 'This endpoint requires you to be authenticated.')
  return answerGraphql({ world, token: caller }, body, enterprise !== null)
}

function scopesOf(caller: object): Readonly<Record<string, string>> {
  const shown = 'classicScopes' in caller ? caller.classicScopes : null
  return typeof shown === 'string' ? { 'x-oauth-scopes': shown } : {}
}

/** What the front door sends away. */
function refusalOf({ headers, operation }: LogEntry): Answer | undefined {
  if (headers['user-agent'] === undefined) {
    return {
      ...refused(403, 'Request forbidden by administrative rules.'),
      violations: ['a request without user-agent'],
    }
  }
  const version = headers['x-github-api-version']
  if (operation === 'graphql' || version === undefined || version === '2022-11-28') return undefined
  return { ...refused(400, `${version} is no supported version.`), violations: [`the API version ${version}`] }
}

/** What the client has already is not sent again, and not counted. */
function conditional({ world }: Service, { method, headers }: LogEntry, answer: Answer): Answer {
  if (method !== 'GET' || answer.status !== 200) return answer
  const etag = `W/"${createHash('sha256').update(JSON.stringify(answer.body)).digest('hex')}"`
  const tagged = { ...answer, headers: { ...answer.headers, etag } }
  if (headers['if-none-match'] !== etag) return tagged
  world.limits.core.remaining += 1
  return { ...tagged, status: 304, body: undefined }
}

function refused(status: number, message: string): Answer {
  const body = { message, documentation_url: 'https://docs.github.com/rest', status: String(status) }
  return { status, body, headers: {}, violations: [] }
}

function answered(body: unknown): Answer {
  return { status: 200, body, headers: {}, violations: [] }
}

function send({ world, enterprise }: Service, entry: LogEntry, response: ServerResponse, answer: Answer): void {
  const resource = entry.operation === 'graphql' ? 'graphql' : 'core'
  const limit = Object.entries(limitBody(world.limits[resource]))
  entry.status = answer.status
  response.writeHead(answer.status, {
    date: new Date(world.clock.now()).toUTCString(),
    'content-type': 'application/json; charset=utf-8',
    'x-github-request-id': String(world.lastId),
    'x-ratelimit-resource': resource,
    ...Object.fromEntries(limit.map(([key, value]) => [`x-ratelimit-${key}`, String(value)])),
    ...(enterprise === null ? {} : { 'x-github-enterprise-version': `${enterprise}.0` }),
    ...answer.headers,
  })
  response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body))
}

/** An Enterprise Server has everything under /api. */
function pathOf({ enterprise }: Service, { pathname }: URL): string {
  if (enterprise === null) return pathname
  if (pathname === '/api/graphql') return '/graphql'
  return pathname.startsWith('/api/v3/') ? pathname.slice('/api/v3'.length) : `(outside of /api)${pathname}`
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function bodyOf(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text)
}
