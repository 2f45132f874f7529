import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { parseObject } from './json.ts'
import { modelList } from './model-list.ts'
import { planAnswer } from './plan.ts'
import { anthropic } from './providers/anthropic.ts'
import { chat } from './providers/chat.ts'
import { gemini } from './providers/gemini.ts'
import type { Answer, ModelRequest, ProviderApi, ProviderName } from './providers/provider.ts'
import { responses } from './providers/responses.ts'
import { followResponse, type OpenRecord, openRecord, type RequestRecord } from './request-log.ts'
import { sendAnswer, sendJson } from './respond.ts'
import { type Route, routeOf } from './routes.ts'
import { builtInScenario, faultOf, type ScenarioSource } from './scenario.ts'

export interface ModelServerOptions {
  /** Default: a free one. */
  readonly port?: number
  readonly scenarios?: Readonly<Record<string, ScenarioSource>>
  /** Asked for names that were not added, before the built-in ones. */
  readonly find?: (name: string) => ScenarioSource | undefined
}

export interface ModelServer {
  readonly port: number
  /** Base URL of a scenario: as it is for Anthropic and Gemini, with /v1 for OpenAI. */
  url(scenario: string): string
  add(name: string, scenario: ScenarioSource): void
  /** All requests so far, oldest first; of one scenario when named. */
  log(scenario?: string): RequestRecord[]
  /** Forgets the log and the request counts; scenarios stay. */
  reset(): void
  close(): Promise<void>
}

const apis: Readonly<Record<ProviderName, ProviderApi>> = { anthropic, responses, chat, gemini }

/** A scripted model on 127.0.0.1. Every scenario has its own base URL, so tests can share a server and run in parallel. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const scenarios = new Map(Object.entries(options.scenarios ?? {}))
  const find = (name: string) => scenarios.get(name) ?? options.find?.(name) ?? builtInScenario(name)
  const state: State = { find, records: [], hits: new Map() }
  const server = createServer((request, response) => void serve(state, request, response))
  server.on('upgrade', (request, socket) => refuseUpgrade(state, request, socket))
  server.requestTimeout = 0
  server.headersTimeout = 0
  const port = await listen(server, options.port ?? 0)
  return {
    port,
    url: (scenario) => `http://127.0.0.1:${port}/s/${encodeURIComponent(scenario)}`,
    add: (name, scenario) => void scenarios.set(name, scenario),
    log: (scenario) =>
      state.records
        .filter((record) => scenario === undefined || record.scenario === scenario)
        .map((record) => ({ ...record })),
    reset: () => forget(state),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface State {
  readonly find: (name: string) => ScenarioSource | undefined
  readonly records: OpenRecord[]
  /** Requests per scenario so far. */
  readonly hits: Map<string, number>
}

function forget(state: State): void {
  state.records.length = 0
  state.hits.clear()
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(Error('no port'))
      else resolve(address.port)
    })
  })
}

/** OpenAI's WebSocket transport is refused and logged; programs then fall back to plain requests. */
function refuseUpgrade(state: State, request: IncomingMessage, socket: Duplex): void {
  const route: Route = { ...routeOf('GET', request.url ?? '/'), operation: 'upgrade' }
  state.records.push({ ...openRecord(state.records.length, route, request, Buffer.alloc(0)), status: 426 })
  socket.on('error', () => {})
  socket.end('HTTP/1.1 426 Upgrade Required\r\ncontent-length: 0\r\n\r\n')
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = request.url ?? '/'
  if (target.startsWith('/__')) return control(state, target, response)
  const raw = await bodyOf(request).catch(() => Buffer.alloc(0))
  const route = routeOf(request.method ?? 'GET', target)
  const record = openRecord(state.records.length, route, request, raw)
  state.records.push(record)
  followResponse(record, response)
  try {
    await answer(state, { route, record, raw, response })
  } catch (error) {
    // A mistake in a scenario: a refusal ends the program's tries soonest.
    record.reply = [`scenario failed: ${error instanceof Error ? error.message : error}`]
    if (response.headersSent) response.destroy()
    else sendJson(response, 400, { error: { message: record.reply[0], type: 'invalid_request_error' } })
  }
}

interface Exchange {
  readonly route: Route
  readonly record: OpenRecord
  readonly raw: Buffer
  readonly response: ServerResponse
}

async function answer(state: State, exchange: Exchange): Promise<void> {
  const { route, raw, response } = exchange
  if (route.operation === 'probe') return void response.writeHead(200).end()
  if (route.operation === 'models') return sendJson(response, 200, modelList)
  const source = state.find(route.scenario)
  if (source === undefined || route.provider === null) {
    const missing = source === undefined ? `scenario ${route.scenario || '(none)'}` : `endpoint ${route.path}`
    return sendJson(response, 404, { error: { message: `scripted server: no such ${missing}`, type: 'not_found' } })
  }
  const api = apis[route.provider]
  if (route.operation === 'count') return sendJson(response, 200, api.countTokens(raw.length))
  const hit = (state.hits.get(route.scenario) ?? 0) + 1
  state.hits.set(route.scenario, hit)
  await generate(exchange, api, source, hit)
}

async function generate(exchange: Exchange, api: ProviderApi, source: ScenarioSource, hit: number): Promise<void> {
  const { route, record, raw, response } = exchange
  const body = parseObject(raw.toString('utf8'))
  const facts = api.read(body, route.path)
  const request: ModelRequest = { ...facts, scenario: route.scenario, provider: api.name, path: route.path, hit, body }
  record.model = facts.model
  record.stream = facts.stream
  record.tools = facts.tools.map((tool) => tool.name)
  const scenario = typeof source === 'function' ? source(request) : source
  const fault = faultOf(scenario, hit)
  if (scenario.delayMs !== undefined) await wait(scenario.delayMs)
  if (response.destroyed) return
  if (fault !== undefined && 'status' in fault) {
    record.reply = [String(fault.status)]
    const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
    const message = fault.message ?? `scripted ${fault.status}`
    return sendJson(response, fault.status, api.error(fault.status, message), headers)
  }
  const plan = planAnswer(scenario, request)
  const kind = fault?.kind ?? null
  record.turn = plan.turn
  record.side = plan.side
  record.reply = kind === null || kind === 'slow' ? replyNames(plan.answer) : [kind]
  await sendAnswer(response, api, request, plan.answer, kind, scenario.delayMs ?? 100)
}

function replyNames({ calls }: Answer): string[] {
  return calls.length > 0 ? calls.map((call) => call.name) : ['text']
}

/** For a server started by hand. */
function control(state: State, target: string, response: ServerResponse): void {
  if (target === '/__reset') forget(state)
  const requests = state.records.map(({ body: _body, ...record }) => record)
  sendJson(response, 200, target === '/__log' ? { requests } : { ok: true })
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
