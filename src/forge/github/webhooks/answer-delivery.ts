import type { Wake } from '../../forge.ts'
import { readWebhook } from './read-event.ts'
import { isSigned, signatureOf } from './signature.ts'

export interface Delivery {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The bytes as they came: they are what is signed. */
  readonly body: Uint8Array
}

export interface DeliveryAnswer {
  readonly status: number
  /** For whoever looks at the delivery on GitHub. */
  readonly body: { readonly status: string; readonly message?: string }
  readonly wakes: readonly Wake[]
  readonly id: string
}

/** What was acted on, so that it is not acted on again. */
export interface Memory {
  /** False: one of these is known. */
  readonly add: (marks: readonly string[]) => boolean
  readonly forget: (marks: readonly string[]) => void
}

const remembered = 10_000

export function createMemory(most = remembered): Memory {
  const known = new Set<string>()
  return {
    add: (marks) => {
      if (marks.some((mark) => known.has(mark))) return false
      for (const mark of marks) known.add(mark)
      for (const oldest of known) {
        if (known.size <= most) break
        known.delete(oldest)
      }
      return true
    },
    forget: (marks) => {
      for (const mark of marks) known.delete(mark)
    },
  }
}

/** The id is not signed: whoever sends an old body under a new one is known by the signature. */
export function marksOf(secret: string, { headers, body }: Delivery): readonly string[] {
  return [headerOf(headers, 'x-github-delivery'), signatureOf(secret, body)]
}

export function answerDelivery(delivery: Delivery, secret: string, memory: Memory): DeliveryAnswer {
  const { headers, body } = delivery
  const id = headerOf(headers, 'x-github-delivery')
  const say = (status: number, word: string, message?: string, wakes: readonly Wake[] = []): DeliveryAnswer => ({
    status,
    body: { status: word, ...(message === undefined ? {} : { message }) },
    wakes,
    id,
  })
  if (!isSigned(secret, body, headerOf(headers, 'x-hub-signature-256'))) {
    return say(401, 'refused', 'X-Hub-Signature-256 is missing or not made with our secret')
  }
  if (!/^application\/json\s*(;|$)/i.test(headerOf(headers, 'content-type'))) {
    return say(415, 'refused', 'set the content type of the webhook to application/json')
  }
  const event = headerOf(headers, 'x-github-event')
  if (!/^[a-z_]{1,50}$/.test(event)) return say(400, 'refused', wrongHeader('X-GitHub-Event', event))
  if (!/^[\w-]{1,100}$/.test(id)) return say(400, 'refused', wrongHeader('X-GitHub-Delivery', id))
  const read = readWebhook(event, Buffer.from(body).toString('utf8'))
  if (read.kind === 'unreadable') return say(400, 'unreadable', `${event}: ${read.problem}`)
  if (read.kind === 'nothing') return say(202, 'ignored', read.why)
  return memory.add(marksOf(secret, delivery)) ? say(202, 'taken', undefined, read.wakes) : say(202, 'repeated')
}

/** What somebody sent is not said back: it goes to a log. */
function wrongHeader(name: string, value: string): string {
  return `${name} is ${value === '' ? 'missing' : 'not as GitHub writes it'}`
}

function headerOf(headers: Delivery['headers'], name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
