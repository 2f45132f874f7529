import type { Json } from '../../types.ts'
import { type JsonObject, numberAt, objectAt, parseJsonLine, textAt } from '../cli/json.ts'

/** An answer that is an error, or no answer at all because the connection is gone. */
export class PeerError extends Error {
  /** Null when there was no answer. */
  readonly code: number | null
  readonly details: string

  constructor(message: string, code: number | null, details = '') {
    super(message)
    this.code = code
    this.details = details
  }
}

export interface PeerOptions {
  /** Takes one line without its line break. */
  readonly send: (line: string) => void
  readonly onNotification: (method: string, params: JsonObject) => void
  /** Undefined: we do not know this method. */
  readonly onRequest: (method: string, params: JsonObject) => JsonObject | undefined
}

export interface Peer {
  /** One line from the other side. What is not JSON-RPC is noise, which some programs print. */
  readonly receive: (line: string) => void
  readonly request: (method: string, params: JsonObject) => Promise<JsonObject>
  readonly notify: (method: string, params: JsonObject) => void
  /** Nothing will come any more: open requests reject. */
  readonly close: () => void
}

interface Waiting {
  readonly resolve: (result: JsonObject) => void
  readonly reject: (error: PeerError) => void
}

/** One side of a JSON-RPC 2.0 conversation in lines. */
export function createPeer({ send, onNotification, onRequest }: PeerOptions): Peer {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let closed = false
  return { receive, request, notify, close }

  function receive(line: string): void {
    const message = parseJsonLine(line)
    if (message === undefined) return
    const method = textAt(message, 'method')
    if (method === undefined) settle(message)
    else answer(method, message)
  }

  function answer(method: string, message: JsonObject): void {
    const params = objectAt(message, 'params') ?? {}
    const { id } = message
    if (id === undefined) {
      onNotification(method, params)
      return
    }
    const result = onRequest(method, params)
    write({ id, ...(result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result }) })
  }

  function settle(message: JsonObject): void {
    const id = numberAt(message, 'id') ?? -1
    const asked = waiting.get(id)
    waiting.delete(id)
    const error = objectAt(message, 'error')
    if (error === undefined) asked?.resolve(objectAt(message, 'result') ?? {})
    else asked?.reject(new PeerError(textAt(error, 'message') ?? '', numberAt(error, 'code') ?? 0, detailsOf(error)))
  }

  function request(method: string, params: JsonObject): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      if (closed) {
        reject(gone())
        return
      }
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      write({ id: lastId, method, params })
    })
  }

  function notify(method: string, params: JsonObject): void {
    if (!closed) write({ method, params })
  }

  function write(message: { readonly [key: string]: Json }): void {
    send(JSON.stringify({ jsonrpc: '2.0', ...message }))
  }

  function close(): void {
    closed = true
    for (const { reject } of waiting.values()) reject(gone())
    waiting.clear()
  }
}

function detailsOf({ data }: JsonObject): string {
  if (data === undefined) return ''
  return typeof data === 'string' ? data : JSON.stringify(data)
}

function gone(): PeerError {
  return new PeerError('The connection is closed', null)
}
