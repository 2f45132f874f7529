import type { AgentFailure } from '../../types.ts'
import { failureOfError } from '../cli/failure.ts'
import { objectAt, parseJsonObject, textAt } from '../cli/json.ts'

/** The program tells what went wrong only in words; `otherwise` for words that are not known. */
export function failureOfMessage(message: string, otherwise: AgentFailure): [status: AgentFailure, detail: string] {
  const body = parseJsonObject(message)
  // A refused request: the service's own error, passed on as it is.
  if (body !== undefined) {
    const detail = textAt(objectAt(body, 'error'), 'message') ?? message
    return [failureOfError(400, detail), detail]
  }
  const status = /(?:unexpected status|last status:) (\d{3})/.exec(message)?.[1]
  if (status !== undefined) return [failureOfError(Number(status), message), message]
  return [phrases.find(({ pattern }) => pattern.test(message))?.status ?? otherwise, message]
}

const phrases: readonly { readonly pattern: RegExp; readonly status: AgentFailure }[] = [
  { pattern: /Missing environment variable|not logged in|log in again|sign in/i, status: 'not_logged_in' },
  { pattern: /usage limit/i, status: 'rate_limited' },
  { pattern: /quota exceeded/i, status: 'refused' },
  { pattern: /high demand|stream disconnected|connection failed/i, status: 'server' },
  { pattern: /ran out of room|context window/i, status: 'too_long' },
  { pattern: /model.{0,80}(not (found|exist|supported)|does not exist)/i, status: 'misconfigured' },
]
