import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { JsonObject } from './json.ts'
import type { Answer, ModelRequest, ProviderApi, StreamEvent } from './providers/provider.ts'
import { newId } from './providers/provider.ts'
import type { FaultKind } from './scenario.ts'

export function sendJson(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...requestIds(), ...headers })
  response.end(JSON.stringify(body))
}

/** The answer in the form that was asked for, spoiled as the fault says. */
export async function sendAnswer(
  response: ServerResponse,
  api: ProviderApi,
  request: ModelRequest,
  answer: Answer,
  fault: FaultKind | null,
  delayMs: number,
): Promise<void> {
  if (fault === 'hang') return
  if (fault === 'malformed') return sendRaw(response, 'application/json', '<html>not json at all')
  if (fault === 'empty') return sendRaw(response, 'text/event-stream', '')
  if (!request.stream) return sendWhole(response, JSON.stringify(api.whole(request, answer)), fault)
  const events = api.stream(request, answer)
  if (asArray(request)) return sendWhole(response, JSON.stringify(events.map((event) => event.data)), fault)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...requestIds() })
  const middle = events.findIndex((event) => event.content === true) + 1
  for (const event of isPartial(fault) ? events.slice(0, middle) : events) {
    if (fault === 'slow') await wait(delayMs)
    if (response.destroyed) return
    response.write(wireForm(event, fault === 'badjson' && event.content === true))
  }
  finish(response, fault)
}

function sendWhole(response: ServerResponse, text: string, fault: FaultKind | null): void {
  response.writeHead(200, { 'content-type': 'application/json', ...requestIds() })
  response.write(isPartial(fault) ? text.slice(0, text.length / 2) : text)
  finish(response, fault)
}

function sendRaw(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': type, ...requestIds() })
  response.end(body)
}

/** A cut waits a moment, so that what was written before it still arrives. */
function finish(response: ServerResponse, fault: FaultKind | null): void {
  if (fault === 'hang-mid') return
  if (fault === 'cut-mid') setTimeout(() => response.destroy(), 20)
  else response.end()
}

function isPartial(fault: FaultKind | null): boolean {
  return fault === 'hang-mid' || fault === 'cut-mid' || fault === 'badjson'
}

/** Gemini streams a JSON list unless server-sent events are asked for. */
function asArray(request: ModelRequest): boolean {
  return request.provider === 'gemini' && !/[?&]alt=sse\b/.test(request.path)
}

function wireForm(event: StreamEvent, cut: boolean): string {
  const data = typeof event.data === 'string' ? event.data : JSON.stringify(event.data)
  const name = event.event === undefined ? '' : `event: ${event.event}\n`
  return `${name}data: ${cut ? data.slice(0, data.length / 2) : data}\n\n`
}

function requestIds(): Record<string, string> {
  const id = newId('req_')
  return { 'request-id': id, 'x-request-id': id }
}
