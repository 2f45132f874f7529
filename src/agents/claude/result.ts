import type { AgentFailure } from '../../types.ts'
import type { CliEnd, CliOutcome } from '../backend.ts'
import { failureOfError } from '../cli/failure.ts'
import { type JsonObject, listAt, numberAt, textAt } from '../cli/json.ts'
import { failed, judge } from '../cli/outcome.ts'

/** What the result line means. `success` as its subtype says little: it is also there after a 401. */
export function outcomeOfResult(
  result: JsonObject,
  schemaAsked: boolean,
  outputTokens: number,
  end: CliEnd,
): CliOutcome {
  const text = textAt(result, 'result') ?? ''
  const limit = limits[textAt(result, 'subtype') ?? '']
  if (limit !== undefined) return failed(limit.status, limit.reason)
  // It comes with an error, too, which would be asked about again.
  if (textAt(result, 'stop_reason') === 'refusal') return failed('refused', wordsOf(result))
  if (result.is_error === true || textAt(result, 'subtype') !== 'success')
    return failed(failureOf(result), wordsOf(result))
  const structured = schemaAsked ? result.structured_output : undefined
  return judge({ ended: true, text, structured, needsStructured: schemaAsked, outputTokens }, end)
}

const limits: Readonly<Record<string, { readonly status: AgentFailure; readonly reason: string }>> = {
  error_max_turns: { status: 'over_budget', reason: 'the turns' },
  error_max_budget_usd: { status: 'over_budget', reason: 'the dollars' },
  error_max_structured_output_retries: {
    status: 'malformed',
    reason: 'it does not fit the schema, after several tries',
  },
}

function failureOf(result: JsonObject): AgentFailure {
  const status = numberAt(result, 'api_error_status')
  const words = wordsOf(result)
  const reason = textAt(result, 'terminal_reason')
  if (status !== undefined) return failureOfError(status, words)
  if (notLoggedIn.test(words)) return 'not_logged_in'
  if (reason === 'blocking_limit' || words.startsWith('Prompt is too long')) return 'too_long'
  return reason === 'api_error' ? failureOfError(undefined, words) : 'crashed'
}

const notLoggedIn = /^(Not logged in|Invalid API key|OAuth token|Please run \/login)/

/** Errors of the program itself are in a list and have no `result`. */
function wordsOf(result: JsonObject): string {
  const errors = listAt(result, 'errors').filter((error) => typeof error === 'string')
  return textAt(result, 'result') ?? errors.join('; ')
}
