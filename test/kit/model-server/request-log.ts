import type { IncomingMessage, ServerResponse } from 'node:http'
import { type JsonObject, parseObject } from './json.ts'
import type { ProviderName } from './providers/provider.ts'
import type { Route } from './routes.ts'

export interface RequestRecord {
  readonly index: number
  /** Empty for a request outside /s/<scenario>. */
  readonly scenario: string
  readonly provider: ProviderName | null
  readonly operation: Route['operation']
  readonly method: string
  /** Without the scenario's prefix, with the query. */
  readonly path: string
  readonly bytes: number
  readonly model: string
  readonly stream: boolean
  readonly tools: readonly string[]
  /** Index of the step that was played; -1 when none was. */
  readonly turn: number
  /** A side request (title, summary), answered by `aux`. */
  readonly side: boolean
  /** What was answered: the tools called, `text`, or the fault. */
  readonly reply: readonly string[]
  readonly status: number | null
  /** The program closed the connection before the answer was complete. */
  readonly closedEarly: boolean
  readonly userAgent: string
  /** Names of the headers that carried a key. */
  readonly keyHeaders: readonly string[]
  readonly body: () => JsonObject
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
export type OpenRecord = Mutable<RequestRecord>

const keyHeaders = ['x-api-key', 'authorization', 'x-goog-api-key', 'api-key']

/** A record to be completed while the request is served. */
export function openRecord(index: number, route: Route, request: IncomingMessage, raw: Buffer): OpenRecord {
  return {
    index,
    scenario: route.scenario,
    provider: route.provider,
    operation: route.operation,
    method: request.method ?? '',
    path: route.path,
    bytes: raw.length,
    model: '',
    stream: false,
    tools: [],
    turn: -1,
    side: false,
    reply: [],
    status: null,
    closedEarly: false,
    userAgent: request.headers['user-agent'] ?? '',
    keyHeaders: keyHeaders.filter((name) => request.headers[name] !== undefined),
    body: () => parseObject(raw.toString('utf8')),
  }
}

export function followResponse(record: OpenRecord, response: ServerResponse): void {
  response.on('close', () => {
    record.status = response.headersSent ? response.statusCode : null
    // A cut is our own doing, whoever closes first.
    record.closedEarly = !response.writableEnded && record.reply[0] !== 'cut-mid'
  })
}
