import { explainStatus, oneLine } from '../explain-status.ts'
import type { Refusal } from '../forge.ts'
import { HeadMoved } from '../moment.ts'
import { UnreadableAnswer } from '../read-answer.ts'

/** How many seconds a limit lasts that came with status 200. Null: it is none. */
export function limitIn(error: unknown, now: number = Date.now()): number | null {
  const { errors, headers } = queryAnswer(error)
  const isLimit = errors.some(({ type, message = '' }) => type === 'RATE_LIMITED' || /secondary rate/i.test(message))
  if (!isLimit) return null
  const isSpent = headers['x-ratelimit-remaining'] === '0'
  const untilReset = isSpent ? Math.ceil(Number(headers['x-ratelimit-reset']) - now / 1000) : Number.NaN
  return Number(headers['retry-after']) || Math.max(untilReset, 1) || 60
}

interface QueryAnswer {
  readonly errors: readonly { readonly type?: string; readonly message?: string }[]
  readonly headers: Readonly<Record<string, string>>
}

/** What a query was answered with: thrown as it is, or by what watches over limits, which knows no status of it. */
function queryAnswer(error: unknown): QueryAnswer {
  if (!(error instanceof Error)) return { errors: [], headers: {} }
  const { name, errors, headers, data, response } = error as unknown as Partial<QueryAnswer> & {
    readonly name: string
    readonly data?: Partial<QueryAnswer>
    readonly response?: Partial<QueryAnswer>
  }
  if (name === 'GraphqlResponseError') return { errors: errors ?? [], headers: headers ?? {} }
  const isAnswer = !('status' in error) && Array.isArray(data?.errors)
  return isAnswer ? { errors: data.errors, headers: response?.headers ?? {} } : { errors: [], headers: {} }
}

/** Too much was asked for: nothing was done, and later it will be. */
function isLimit(error: Error): boolean {
  if (limitIn(error) !== null) return true
  const status = 'status' in error ? Number(error.status) : 0
  return status === 429 || (status === 403 && /\brate limit/i.test(error.message))
}

/** Where a query is answered with a fault of GitHub's own, nothing is known of what it did. It comes with status 200, too. */
export function isFault(error: unknown): boolean {
  return queryAnswer(error).errors.some(({ type, message = '' }) =>
    type === undefined
      ? /something went wrong|timed? ?out/i.test(message)
      : /^(?:INTERNAL|SERVICE_UNAVAILABLE)$/.test(type),
  )
}

/** No answer is a fault of the server. */
function statusOf(error: Error): number {
  return 'status' in error && 'response' in error && error.response !== undefined ? Number(error.status) : 500
}

/** Nobody answered, GitHub was at fault or had too much to do, or somebody pushed meanwhile. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppRefused || error instanceof UnreadableAnswer) return false
  if (error instanceof HeadMoved || isLimit(error) || isFault(error)) return true
  return error.name !== 'GraphqlResponseError' && statusOf(error) >= 500
}

/** Whoever asks is not accepted, or may not ask for that. */
export function isRefused(error: unknown): boolean {
  if (error instanceof AppRefused) return true
  if (!(error instanceof Error) || mayPass(error)) return false
  return [401, 403].includes(statusOf(error)) || queryAnswer(error).errors.some(({ type }) => type === 'FORBIDDEN')
}

/** Whoever asks is accepted, but not for that. */
export function lacksRight(error: unknown): boolean {
  return error instanceof Error && !(error instanceof AppRefused) && isRefused(error) && statusOf(error) !== 401
}

/** An answer that says no is clear. No answer, and one that GitHub did not mean to give, say nothing about the effect. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error) || error instanceof UnreadableAnswer) return 'unknown'
  if (isLimit(error)) return 'limited'
  if (isFault(error)) return 'unknown'
  if (error.name === 'GraphqlResponseError') return isForbidden(error) ? 'forbidden' : 'rejected'
  const status = statusOf(error)
  if (status >= 500 || status === 408) return 'unknown'
  return status === 401 || status === 403 || status === 404 ? 'forbidden' : 'rejected'
}

function isForbidden(error: Error): boolean {
  const errors: unknown = 'errors' in error ? error.errors : []
  return Array.isArray(errors) && errors.some(({ type }) => type === 'FORBIDDEN' || type === 'NOT_FOUND')
}

/** A GitHub App gets no token. Said to a person as it is. */
export class AppRefused extends Error {
  override readonly name = 'AppRefused'
}

/** Why a read failed, in one sentence. What is no failure of GitHub or the network is a bug, and thrown. */
export function explainFailure(error: unknown, address: string, seconds: number): string {
  if (!(error instanceof Error)) throw error
  if (error.cause instanceof Error && error.cause.name === 'TimeoutError') {
    return `${address} did not answer within ${seconds} seconds.`
  }
  if (error instanceof AppRefused) return error.message
  if (error instanceof HeadMoved) return 'The pull request changed while it was read.'
  if (error instanceof UnreadableAnswer) return `${address} answered something unexpected (${error.message}).`
  const { errors } = queryAnswer(error)
  if (errors.length > 0 || error.name === 'GraphqlResponseError')
    return `${address} answered with an error: ${oneLine(errors[0]?.message ?? error.message)}.`
  const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined
  if (status === undefined) throw error
  if (!('response' in error) || error.response === undefined) return `${address} cannot be reached: ${plain(error)}.`
  return explainStatus(status, address, plain(error))
}

function plain(error: Error): string {
  return oneLine(error.message)
}
