import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { parseJson } from '../../core/values/parse-json.ts'
import { maskStrings } from '../../io/masking.ts'
import { isLoopback } from '../address.ts'
import type { Caller } from '../attempt.ts'
import { HeadMoved } from '../moment.ts'
import { readAnswer, UnreadableAnswer } from '../read-answer.ts'
import { pagesOf } from './address.ts'
import {
  explainFailure,
  isFault,
  isRefused,
  isStatus,
  lacksRight,
  mayPass,
  RequestFailed,
  refusalOf,
} from './failure.ts'

/** The ways to ask GitLab, each answer read by a schema. Paths of its REST interface begin after `/api/v4`. */
export interface Client extends Caller {
  readonly get: <T>(path: string, schema: Schema<T>, query?: Query) => Promise<T>
  /** All pages of a list. */
  readonly list: <T>(path: string, entry: Schema<T>, query?: Query) => Promise<readonly T[]>
  /** A question to its GraphQL interface, which changes nothing. */
  readonly query: <T>(query: string, variables: object, schema: Schema<T>) => Promise<T>
  /** Sent once and never again: who gets no clear answer looks whether it is there. See `write-once.ts`. */
  readonly send: <T>(method: 'POST' | 'PUT', path: string, body: object, schema: Schema<T>) => Promise<T>
}

type Schema<T> = v.GenericSchema<unknown, T>
type Query = Readonly<Record<string, string>>

const secondsPerRequest = 30
const readRetries = 2
const pageSize = '100'

/** Longer limits are told, not waited for: whoever polls comes again anyway. */
const longestLimitSeconds = 90

export function createClient(apiUrl: string, token: string, signal: AbortSignal): Client {
  const isHere = isLoopback(new URL(apiUrl).hostname)
  const pauseMs = isHere ? 10 : 1000
  const request: Request = { apiUrl, token, signal }
  const graphql: Request = { ...request, apiUrl: `${pagesOf(apiUrl)}/api` }
  const read = (path: string, query: Query): Promise<Answered> => {
    const question = new URLSearchParams(query).toString()
    return again(() => ask(request, 'GET', question === '' ? path : `${path}?${question}`))
  }
  const again = async (question: () => Promise<Answered>): Promise<Answered> => {
    for (let left = readRetries; ; left -= 1) {
      try {
        return await patiently(question, signal)
      } catch (error) {
        if (left === 0 || !isFault(error)) throw error
        await sleep(pauseMs * 2 ** (readRetries - left), undefined, { signal })
      }
    }
  }
  return {
    get: async (path, schema, query = {}) => readAnswer((await read(path, query)).body, schema),
    list: (path, entry, query = {}) => allPages((page) => read(path, { ...query, per_page: pageSize, page }), entry),
    query: async (query, variables, schema) => {
      const { body } = await again(() => ask(graphql, 'POST', '/graphql', { query, variables }))
      return readAnswer(body, v.object({ data: schema })).data
    },
    send: async (method, path, body, schema) =>
      readAnswer((await patiently(() => ask(request, method, path, body), signal)).body, schema),
    explain: (error) => explainFailure(error, apiUrl, secondsPerRequest),
    mayPass,
    isRefused,
    lacksRight,
    refusalOf,
    settleMs: isHere ? 0 : 2000,
    signal,
  }
}

/** A page may be short although more follow: what the token may not see is left out of it. */
async function allPages<T>(read: (page: string) => Promise<Answered>, entry: Schema<T>): Promise<readonly T[]> {
  const all: T[] = []
  let expected: string | null = null
  for (let page = '1'; page !== ''; ) {
    const { body, nextPage, total } = await read(page)
    expected ??= total
    // What is deleted between two pages moves another entry from one to the other, past the reader.
    if (total !== expected) throw new HeadMoved()
    if (nextPage !== '' && Number(nextPage) !== Number(page) + 1) {
      throw new UnreadableAnswer('it does not say whether there is another page')
    }
    all.push(...readAnswer(body, v.array(entry)))
    page = nextPage
  }
  return all
}

interface Request {
  readonly apiUrl: string
  readonly token: string
  readonly signal: AbortSignal
}

interface Answered {
  readonly body: unknown
  /** '' after the last one. */
  readonly nextPage: string
  /** How many entries there are; null: it does not say, as for very long lists. */
  readonly total: string | null
}

async function ask(request: Request, method: string, path: string, body?: object): Promise<Answered> {
  const { response, text } = await fetchText(request, method, path, body)
  const content = parseJson(text)
  if (response.ok)
    return {
      body: content,
      nextPage: response.headers.get('x-next-page') ?? 'not said',
      total: response.headers.get('x-total'),
    }
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new RequestFailed(reasonOf(response, content), response.status, Number.isFinite(retryAfter) ? retryAfter : null)
}

/** Nothing is followed: a write would become a read, and the token would go where nobody meant it to. */
async function fetchText({ apiUrl, token, signal }: Request, method: string, path: string, body?: object) {
  const bounds = AbortSignal.any([signal, AbortSignal.timeout(secondsPerRequest * 1000)])
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json', 'user-agent': 'review-loop' }
  const content =
    body === undefined
      ? { headers }
      : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(maskStrings(body)) }
  try {
    const response = await fetch(`${apiUrl}${path}`, { method, ...content, redirect: 'manual', signal: bounds })
    return { response, text: await response.text() }
  } catch (cause) {
    signal.throwIfAborted()
    throw new RequestFailed(wordsOf(cause), null, null, { cause })
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}

/** Where it sends us instead, else what it says. */
function reasonOf({ headers, statusText }: Response, content: unknown): string {
  const message = v.safeParse(refusal, content)
  return headers.get('location') ?? (message.success ? message.output : statusText || 'it does not say why')
}

/** `{ message }`, whose value may hold an error or be a table of complaints, or `{ error }`, which may be a mere code. */
const refusal = v.union([
  v.pipe(
    v.object({ message: v.object({ error: v.string() }) }),
    v.transform(({ message }) => message.error),
  ),
  v.pipe(
    v.object({ message: v.unknown() }),
    v.check(({ message }) => message !== undefined),
    v.transform(({ message }) => (typeof message === 'string' ? message : JSON.stringify(message))),
  ),
  v.pipe(
    v.object({ error: v.string(), error_description: v.optional(v.string()) }),
    v.transform(({ error, error_description: description = error }) => description),
  ),
])

/** Who is told to come again soon waits, once: nothing was done. */
async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RequestFailed) || !isStatus(error, 429)) throw error
    if (error.retryAfter === null || error.retryAfter > longestLimitSeconds) throw error
    await sleep(error.retryAfter * 1000, undefined, { signal })
    return work()
  }
}
