import type { AgentFailure } from '../../types.ts'
import type { CliEnd, CliOutcome } from '../backend.ts'
import { failureOfError } from '../cli/failure.ts'
import { endedEarly, failed } from '../cli/outcome.ts'
import { tellingLine } from '../cli/telling-line.ts'

/** The program puts the status of the service at the beginning of its words. */
export function failureOfMessage(message: string): AgentFailure {
  if (message.includes('Context is too large')) return 'too_long'
  if (message.includes('structured_output')) return 'malformed'
  const status = /\b([45]\d\d)\b/.exec(message)?.[1]
  return failureOfError(status === undefined ? undefined : Number(status), message)
}

/** Its own limits end it without a last event. Below that it speaks of the schema, which is not what went wrong. */
export function qwenEndedEarly(end: CliEnd): CliOutcome {
  if (end.exitCode === 53) return failed('over_budget', 'its turns ran out')
  if (end.exitCode === 55) return failed('over_budget', tellingLine(end.stderr.replace(/^Note: .*$/gm, '')))
  return endedEarly(end)
}
