import type { AgentFailure } from '../../types.ts'
import type { CliEnd, CliOutcome } from '../backend.ts'
import { failureOfError } from '../cli/failure.ts'
import { type JsonObject, objectAt, textAt } from '../cli/json.ts'
import { failed } from '../cli/outcome.ts'
import { tellingLine } from '../cli/telling-line.ts'

/**
 * Null: nothing speaks of a failure. An error event is one, also when the program goes on to report success.
 * `problem`: words of the first error event.
 */
export function failureOfEnd(end: CliEnd, problem: string | null, result: JsonObject | undefined): CliOutcome | null {
  const words = textAt(objectAt(result, 'error'), 'message') ?? problem
  const known = exitCodes[end.exitCode ?? 0]
  if (known !== undefined) return failed(known, words ?? tellingLine(end.stderr))
  if (words === null && textAt(result, 'status') !== 'error') return null
  const message = words ?? ''
  if (/loop detected/i.test(message)) return failed('malformed', 'the model repeated itself and was stopped')
  return failed(failureOfError(statusOf(end.exitCode, message), message), message)
}

const exitCodes: Readonly<Record<number, AgentFailure>> = {
  41: 'not_logged_in',
  42: 'misconfigured',
  53: 'over_budget',
  55: 'misconfigured',
}

/** The service's status stands in the message, or is the exit code, of which the system keeps the lower 8 bits. */
function statusOf(exitCode: number | null, message: string): number | undefined {
  const written = /"code":\s*(\d{3})\b/.exec(message)?.[1]
  if (written !== undefined) return Number(written)
  const status = (exitCode ?? 0) + 256
  return status >= 400 && status < 512 ? status : undefined
}
