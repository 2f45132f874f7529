import * as v from 'valibot'
import type { Answer } from '../forge.ts'
import { explainFailure, UnreadableAnswer } from './failure.ts'
import type { GithubEnvironment } from './github.ts'

/** The two ways to ask GitHub, each answer read by a schema. */
export interface Client {
  /** One page of a REST address, or one object. */
  readonly get: <T>(route: string, parameters: Parameters, schema: Schema<T>) => Promise<T>
  readonly query: <T>(query: string, variables: Parameters, schema: Schema<T>) => Promise<T>
  /** Turns what a read throws into a value. Contract: rejects only when the review is cancelled. */
  readonly attempt: <T>(read: () => Promise<T>) => Promise<Answer<T>>
}

type Parameters = Readonly<Record<string, string | number | null>>
type Schema<T> = v.GenericSchema<unknown, T>

const publicApi = 'https://api.github.com'
const secondsPerRead = 30
const readRetries = 2

export async function createClient(environment: GithubEnvironment, signal: AbortSignal): Promise<Client> {
  const { Octokit } = await import('@octokit/core')
  const { retry } = await import('@octokit/plugin-retry')
  const baseUrl = (environment.apiUrl ?? publicApi).replace(/\/+$/, '')
  const octokit = new (Octokit.plugin(retry))({
    baseUrl,
    userAgent: 'review-loop',
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    // For reads alone: the plugin repeats whatever it is given, and a write that is repeated is there twice.
    retry: { retries: readRetries },
    ...(environment.token === null ? {} : { auth: environment.token }),
  })
  const graphql =
    environment.graphqlUrl === null ? octokit.graphql : octokit.graphql.defaults({ url: environment.graphqlUrl })
  const read = () => ({ signal: AbortSignal.any([signal, AbortSignal.timeout(secondsPerRead * 1000)]) })
  const headers = { 'x-github-api-version': '2022-11-28' }
  return {
    get: async (route, parameters, schema) => {
      const { data } = await octokit.request(`GET ${route}`, { ...parameters, headers, request: read() })
      return checked(data, schema)
    },
    query: async (query, variables, schema) => checked(await graphql(query, { ...variables, request: read() }), schema),
    attempt: async (work) => {
      try {
        return { value: await work() }
      } catch (error) {
        signal.throwIfAborted()
        return { problem: explainFailure(error, baseUrl, secondsPerRead) }
      }
    },
  }
}

function checked<T>(answer: unknown, schema: Schema<T>): T {
  const result = v.safeParse(schema, answer)
  if (result.success) return result.output
  throw new UnreadableAnswer(result.issues[0])
}

function ignore(): void {}
