import type { AgentFailure } from '../../types.ts'
import { describeFailure, oneLine } from '../cli/failure.ts'

export interface ServiceFailure {
  readonly status: AgentFailure
  readonly reason: string
  readonly retryAfterMs: number | null
}

/** What an error of the model packages means for the call. Errors of our own abort are not for here. */
export function explainError(thrown: unknown, now = Date.now): ServiceFailure {
  const error = innermost(thrown)
  const httpStatus = numberIn(error, 'statusCode') ?? null
  const message = messageOf(error)
  const body = textIn(error, 'responseBody')
  const status = failureOf(httpStatus, `${message} ${body} ${codesOf(error)}`, error)
  const retryAfterMs = retryAfter(recordOf(property(error, 'responseHeaders')), body, now)
  return { status, reason: describe(status, message), retryAfterMs }
}

function describe(status: AgentFailure, message: string): string {
  if (status === 'unavailable') return `the model service cannot be reached: ${oneLine(message)}`
  return describeFailure(status, message)
}

function failureOf(httpStatus: number | null, words: string, error: unknown): AgentFailure {
  if (httpStatus === null || httpStatus < 400) return failureOfAnswer(words, error)
  // Google words a passing limit like an unpaid bill; only the code of OpenAI is clear.
  if (httpStatus === 429) return /insufficient_quota/.test(words) ? 'refused' : 'rate_limited'
  if (httpStatus === 402 || (httpStatus < 500 && /credit balance/i.test(words))) return 'refused'
  if (httpStatus === 401 || httpStatus === 403) return 'not_logged_in'
  if (httpStatus === 413) return 'too_long'
  if (httpStatus >= 500 || httpStatus === 408 || httpStatus === 409) return 'server'
  if (/api[ _]key not valid|api_key_invalid|invalid api key/i.test(words)) return 'not_logged_in'
  return tooLong.test(words) ? 'too_long' : 'misconfigured'
}

const tooLong =
  /context[_ ]length|context window|maximum (context|prompt|input)|prompt is too long|too many (input )?tokens|input token count|exceeds the (maximum|limit)|tokens? exceed/i

/** The service did not refuse: the connection broke, the answer cannot be read, or an error stands in the middle of it. */
function failureOfAnswer(words: string, error: unknown): AgentFailure {
  // First: the message quotes the answer, and an answer may talk about rate limits.
  if (error instanceof Error && unreadable.test(error.name)) return 'malformed'
  // Brackets in brackets, thousands of them: reading it took all of the stack.
  if (error instanceof RangeError) return 'malformed'
  if (/rate[_ ]limit/i.test(words)) return 'rate_limited'
  if (/HEADERS_TIMEOUT|BODY_TIMEOUT/.test(words)) return 'timed_out'
  if (/ECONNREFUSED|CERT_|self.signed|ERR_TLS/i.test(words)) return 'unavailable'
  if (/UND_ERR|ECONN|EPIPE|terminated|socket/.test(words)) return 'server'
  return numberIn(error, 'statusCode') === undefined ? 'server' : 'malformed'
}

const unreadable =
  /JSONParse|TypeValidation|InvalidResponseData|NoObjectGenerated|NoOutputGenerated|NoContentGenerated|InvalidStreamPart/

/** A retry error carries the one that counts. */
function innermost(error: unknown): unknown {
  const last = property(error, 'lastError')
  return last === undefined ? error : innermost(last)
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  const message = textIn(error, 'message')
  const cause = textIn(property(error, 'cause'), 'message')
  if (message !== '' && cause !== '' && !message.includes(cause)) return `${message} (${cause})`
  return message === '' ? (JSON.stringify(error) ?? '') : message
}

/** Error codes of the connection, down the chain of causes. */
function codesOf(error: unknown, depth = 0): string {
  const cause = property(error, 'cause')
  const below = cause === undefined || depth > 4 ? '' : codesOf(cause, depth + 1)
  return `${textIn(error, 'code')} ${textIn(error, 'type')} ${below}`
}

const longestWaitMs = 24 * 60 * 60_000

/** In a header, in seconds or as a date; Google says it in the body. */
function retryAfter(headers: Readonly<Record<string, unknown>>, body: string, now: () => number): number | null {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN)
  const header = String(headers['retry-after'] ?? '').trim()
  const inBody = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1]
  const seconds = header === '' ? Number(inBody ?? Number.NaN) : Number(header)
  const candidates = [milliseconds, seconds * 1000, header === '' ? Number.NaN : Date.parse(header) - now()]
  const wait = candidates.find((value) => Number.isFinite(value))
  return wait === undefined ? null : Math.min(longestWaitMs, Math.max(0, Math.ceil(wait)))
}

function property(value: unknown, key: string): unknown {
  return recordOf(value)[key]
}

function textIn(value: unknown, key: string): string {
  const found = property(value, key)
  return typeof found === 'string' ? found : ''
}

function numberIn(value: unknown, key: string): number | undefined {
  const found = property(value, key)
  return typeof found === 'number' ? found : undefined
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value, ...named(value) } : {}
}

/** The message and the cause of an error are not among its own enumerable keys. */
function named(value: object): Record<string, unknown> {
  return value instanceof Error ? { message: value.message, ...('cause' in value ? { cause: value.cause } : {}) } : {}
}
