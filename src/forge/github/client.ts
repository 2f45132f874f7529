import { setTimeout as sleep } from 'node:timers/promises'
import type * as v from 'valibot'
import { maskStrings } from '../../io/masking.ts'
import { isLoopback } from '../address.ts'
import type { Caller } from '../attempt.ts'
import { readAnswer } from '../read-answer.ts'
import type { RepositoryName } from '../remote.ts'
import { publicApi } from './address.ts'
import { appTokens, authorizeWith } from './app-tokens.ts'
import type { GithubEnvironment } from './environment.ts'
import { explainFailure, isFault, isRefused, lacksRight, limitIn, mayPass, refusalOf } from './failure.ts'

/** The ways to ask GitHub, each answer read by a schema. */
export interface Client extends Caller {
  /** One page of a REST address, or one object. */
  readonly get: <T>(route: string, parameters: Parameters, schema: Schema<T>) => Promise<T>
  /** Of a classic token, as GitHub sends them with what is at a REST address; of others there are none. */
  readonly scopes: (route: string, parameters: Parameters) => Promise<readonly string[]>
  readonly query: <T>(query: string, variables: Parameters, schema: Schema<T>) => Promise<T>
  /** Sent once and never again: who gets no clear answer looks whether it is there. See `write-once.ts`. */
  readonly send: <T>(method: 'POST' | 'PATCH', route: string, body: Parameters, schema: Schema<T>) => Promise<T>
  readonly mutate: <T>(mutation: string, variables: Parameters, schema: Schema<T>) => Promise<T>
}

type Parameters = Readonly<Record<string, unknown>>
type Schema<T> = v.GenericSchema<unknown, T>

const secondsPerRequest = 30
const readRetries = 2
const settleMs = 2000

/** Longer limits are told, not waited for: whoever polls comes again anyway. */
const longestLimitSeconds = 90

export async function createClient(
  environment: GithubEnvironment,
  repository: RepositoryName,
  signal: AbortSignal,
): Promise<Client> {
  const { Octokit } = await import('@octokit/core')
  const { retry } = await import('@octokit/plugin-retry')
  const { throttling } = await import('@octokit/plugin-throttling')
  const baseUrl = (environment.apiUrl ?? publicApi).replace(/\/+$/, '')
  const waits = (seconds: number, _options: object, _octokit: unknown, count: number) =>
    count === 0 && seconds <= longestLimitSeconds
  const common = {
    baseUrl,
    userAgent: 'review-loop',
    request: { fetch: boundedFetch(signal) },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    retry: { retries: readRetries },
  }
  const { token } = environment
  const octokit = new (Octokit.plugin(retry, throttling))({
    ...common,
    throttle: { onRateLimit: waits, onSecondaryRateLimit: waits, ...(await paceOf(baseUrl)) },
    ...(token === null || typeof token === 'string'
      ? { auth: token ?? undefined }
      : { authStrategy: authorizeWith(appTokens(token, repository, new (Octokit.plugin(retry))(common))) }),
  })
  const graphql =
    environment.graphqlUrl === null ? octokit.graphql : octokit.graphql.defaults({ url: environment.graphqlUrl })
  // The retry plugin repeats whatever it is given, and a write that is repeated may be there twice.
  const writing = { retries: 0 }
  const headers = { 'x-github-api-version': '2022-11-28' }
  const pause = { ms: isHere(baseUrl) ? 0 : settleMs, signal }
  const explain = (error: unknown) => explainFailure(error, baseUrl, secondsPerRequest)
  return {
    get: async (route, parameters, schema) => {
      const { data } = await octokit.request(`GET ${route}`, { ...parameters, headers })
      return readAnswer(data, schema)
    },
    scopes: async (route, parameters) => {
      const answer = await octokit.request(`GET ${route}`, { ...parameters, headers })
      const said = String(answer.headers['x-oauth-scopes'] ?? '')
      return said.split(',').flatMap((scope) => scope.trim() || [])
    },
    query: async (query, variables, schema) =>
      readAnswer(await patiently(() => insistently(() => graphql(query, variables), pause), signal), schema),
    send: async (method, route, body, schema) => {
      const { data } = await octokit.request(`${method} ${route}`, { ...maskStrings(body), headers, request: writing })
      return readAnswer(data, schema)
    },
    mutate: async (mutation, variables, schema) =>
      readAnswer(
        await patiently(() => graphql(mutation, { ...maskStrings(variables), request: writing }), signal),
        schema,
      ),
    explain,
    mayPass,
    isRefused,
    lacksRight,
    refusalOf,
    settleMs: pause.ms,
    signal,
  }
}

/** The time of a request begins when it is sent: before, it may have waited for its turn. */
function boundedFetch(signal: AbortSignal): typeof fetch {
  return (address, options) => {
    const bounds = AbortSignal.any([signal, AbortSignal.timeout(secondsPerRequest * 1000)])
    return fetch(address, { ...options, signal: bounds })
  }
}

/** How fast GitHub wants to be asked. What runs on this machine is not GitHub, and minds nothing. */
async function paceOf(baseUrl: string) {
  if (!isHere(baseUrl)) return {}
  const { default: Bottleneck } = await import('bottleneck/light.js')
  const group = () => new Bottleneck.Group({ minTime: 0 })
  return { id: baseUrl, global: group(), write: group(), search: group(), notifications: group(), auth: group() }
}

function isHere(address: string): boolean {
  return isLoopback(new URL(address).hostname)
}

/** Limits that come as an answer with status 200: the client library does not know all of them. */
async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const seconds = limitIn(error)
    if (seconds === null || seconds > longestLimitSeconds) throw error
    await sleep(seconds * 1000, undefined, { signal })
    return ask()
  }
}

/** The client library repeats what failed by its status; a fault of GitHub may come with status 200. For reads alone. */
async function insistently<T>(
  ask: () => Promise<T>,
  pause: { readonly ms: number; readonly signal: AbortSignal },
  left = readRetries,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (left === 0 || !isFault(error)) throw error
    await sleep(pause.ms, undefined, { signal: pause.signal })
    return insistently(ask, pause, left - 1)
  }
}

function ignore(): void {}
