import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parseObject } from './json.ts'
import { planAnswer } from './plan.ts'
import { anthropic } from './providers/anthropic.ts'
import { chat } from './providers/chat.ts'
import { gemini } from './providers/gemini.ts'
import type { ModelRequest, ProviderApi, ProviderName } from './providers/provider.ts'
import { responses } from './providers/responses.ts'
import { type OpenRecord, openRecord, type RequestRecord } from './request-log.ts'
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
  const state: State = {
    scenarios: new Map(Object.entries(options.scenarios ?? {})),
    find: (name) => state.scenarios.get(name) ?? options.find?.(name) ?? builtInScenario(name),
    records: [],
    hits: new Map(),
  }
  const server = createServer((request, response) => {
    serve(state, request, response).catch((error: unknown) => response.destroy(Error(String(error))))
  })
  // OpenAI's realtime transport is refused and logged; programs then fall back to plain requests.
  server.on('upgrade', (request, socket) => {
    const route: Route = { ...routeOf('GET', request.url ?? '/'), operation: 'upgrade' }
    state.records.push(openRecord(state.records.length, route, request, null, Buffer.alloc(0)))
    socket.on('error', () => {})
    socket.end('HTTP/1.1 426 Upgrade Required\r\ncontent-length: 0\r\n\r\n')
  })
  server.requestTimeout = 0
  server.headersTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: (scenario) => `http://127.0.0.1:${port}/s/${encodeURIComponent(scenario)}`,
    add: (name, scenario) => void state.scenarios.set(name, scenario),
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
  readonly scenarios: Map<string, ScenarioSource>
  readonly find: (name: string) => ScenarioSource | undefined
  readonly records: OpenRecord[]
  readonly hits: Map<string, number>
}

function forget(state: State): void {
  state.records.length = 0
  state.hits.clear()
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = request.url ?? '/'
  if (target.startsWith('/__')) return control(state, target, response)
  const raw = await bodyOf(request)
  const route = routeOf(request.method ?? 'GET', target)
  const record = openRecord(state.records.length, route, request, response, raw)
  state.records.push(record)
  const source = state.find(route.scenario)
  if (route.operation === 'probe') return void response.writeHead(200).end()
  if (route.operation === 'models') return sendJson(response, 200, modelList)
  if (source === undefined || route.provider === null) {
    const missing = source === undefined ? `scenario ${route.scenario || '(none)'}` : `endpoint ${route.path}`
    return sendJson(response, 404, { error: { message: `scripted server: no such ${missing}`, type: 'not_found' } })
  }
  const api = apis[route.provider]
  if (route.operation === 'count') return sendJson(response, 200, api.countTokens(raw.length))
  await generate(state, api, source, route, record, raw, response)
}

async function generate(
  state: State,
  api: ProviderApi,
  source: ScenarioSource,
  route: Route,
  record: OpenRecord,
  raw: Buffer,
  response: ServerResponse,
): Promise<void> {
  const hit = (state.hits.get(route.scenario) ?? 0) + 1
  state.hits.set(route.scenario, hit)
  const body = parseObject(raw.toString('utf8'))
  const facts = api.read(body, route.path)
  const request: ModelRequest = { ...facts, scenario: route.scenario, provider: api.name, path: route.path, hit, body }
  const { model, stream } = facts
  Object.assign(record, { model, stream, tools: facts.tools.map((tool) => tool.name) })
  const scenario = typeof source === 'function' ? source(request) : source
  const fault = faultOf(scenario, hit)
  if (scenario.delayMs !== undefined) await wait(scenario.delayMs)
  if (response.destroyed) return
  if (fault !== undefined && 'status' in fault) {
    const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
    record.reply = [String(fault.status)]
    return sendJson(
      response,
      fault.status,
      api.error(fault.status, fault.message ?? `scripted ${fault.status}`),
      headers,
    )
  }
  const { turn, side, answer } = planAnswer(scenario, request)
  const played = answer.calls.length > 0 ? answer.calls.map((call) => call.name) : ['text']
  Object.assign(record, { turn, side, reply: fault === undefined ? played : [fault.kind, ...played] })
  await sendAnswer(response, api, request, answer, fault?.kind ?? null, scenario.delayMs ?? 100)
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

/** Reads as a list for OpenAI and Anthropic (`data`) and for Gemini (`models`). */
const modelList = {
  object: 'list',
  data: [
    {
      id: 'scripted-model',
      object: 'model',
      type: 'model',
      created: 0,
      created_at: '2026-01-01T00:00:00Z',
      owned_by: 'loopback',
      display_name: 'Scripted',
    },
  ],
  first_id: 'scripted-model',
  last_id: 'scripted-model',
  has_more: false,
  models: [
    {
      name: 'models/scripted-model',
      displayName: 'Scripted',
      supportedGenerationMethods: ['generateContent', 'countTokens'],
    },
  ],
}
