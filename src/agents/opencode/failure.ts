import type { CliOutcome } from '../backend.ts'
import { failureOfError as failureOfService } from '../cli/failure.ts'
import { type JsonObject, numberAt, objectAt, textAt } from '../cli/json.ts'
import { failed } from '../cli/outcome.ts'

/** What an error event means. */
export function failureOfError(error: JsonObject | undefined): CliOutcome {
  const data = objectAt(error, 'data')
  const words = textAt(data, 'message') ?? textAt(error, 'name') ?? ''
  if (textAt(error, 'name') === 'ContextOverflowError') return failed('too_long', words)
  if (textAt(error, 'name') === 'ProviderAuthError') return failed('not_logged_in', words)
  if (words.includes('Unexpected server error')) return failed('misconfigured', `${words} (is the model known?)`)
  const status = failureOfService(numberAt(data, 'statusCode'), words)
  return failed(status, words, '', status === 'rate_limited' ? retryAfterMs(objectAt(data, 'responseHeaders')) : null)
}

function retryAfterMs(headers: JsonObject | undefined): number | null {
  const seconds = Number(textAt(headers, 'retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1000) : null
}
