import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Wake } from '../../forge.ts'
import { answerDelivery, createMemory, type Delivery, marksOf } from './answer-delivery.ts'

export interface Receiver {
  readonly secret: string
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
  /** What to do about it. The sender has its answer by then. */
  readonly onWake: (wake: Wake, delivery: string) => void | Promise<void>
  /** One line about what was not taken, or could not be acted on. */
  readonly onProblem: (line: string) => void
}

export interface Listening {
  readonly port: number
  /** Takes no more, and ends when what came is done. */
  readonly close: () => Promise<void>
}

/** What GitHub sends about pull requests is some tens of kilobytes. */
export const largestBody = 5 * 1024 * 1024
const mostConnections = 100
const secondsPerRequest = 10
const secondsToEnd = 5

/** Rejects when the port cannot be had. */
export async function listenForWebhooks(receiver: Receiver): Promise<Listening> {
  const memory = createMemory()
  const working = new Set<Promise<void>>()
  const server = createServer(
    {
      requestTimeout: secondsPerRequest * 1000,
      headersTimeout: secondsPerRequest * 1000,
      connectionsCheckingInterval: 1000,
    },
    (request, response) => {
      const work = receive(request, response).catch((error: unknown) =>
        receiver.onProblem(`A delivery was lost: ${error}.`),
      )
      working.add(work)
      void work.then(() => working.delete(work))
    },
  )
  server.maxConnections = mostConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(receiver.port, receiver.host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : receiver.port
  return { port, close: async () => void (await Promise.all([closeInOrder(server), ...working])) }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST')
      return send(response, 405, { status: 'refused', message: 'POST webhooks here' }, { allow: 'POST' })
    const body = await bodyOf(request)
    if (body === 'gone') return
    if (body === 'large') {
      receiver.onProblem(`A delivery of more than ${largestBody} bytes was refused.`)
      return send(response, 413, { status: 'refused', message: 'too large' }, { connection: 'close' })
    }
    const delivery = { headers: request.headers, body }
    const answer = answerDelivery(delivery, receiver.secret, memory)
    send(response, answer.status, answer.body)
    if (answer.status >= 400) receiver.onProblem(`A delivery was refused (${answer.status}): ${answer.body.message}.`)
    for (const wake of answer.wakes) await act(wake, answer.id, delivery)
  }

  /** What could not be acted on is taken when it is delivered again. */
  async function act(wake: Wake, id: string, delivery: Delivery): Promise<void> {
    try {
      await receiver.onWake(wake, id)
    } catch (error) {
      memory.forget(marksOf(receiver.secret, delivery))
      receiver.onProblem(`Delivery ${id} was not acted on: ${error instanceof Error ? error.message : error}`)
    }
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(`${JSON.stringify(body)}\n`)
}

/** Gone: the sender went away, and nobody is there to answer. */
function bodyOf(request: IncomingMessage): Promise<Buffer | 'large' | 'gone'> {
  if (Number(request.headers['content-length'] ?? 0) > largestBody) return Promise.resolve('large')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= largestBody) return void chunks.push(chunk)
      request.pause()
      resolve('large')
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', () => resolve('gone'))
    request.on('close', () => resolve('gone'))
  })
}

async function closeInOrder(server: Server): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), secondsToEnd * 1000)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(late)
}
