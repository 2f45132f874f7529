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

/** Its own limits end it without a last event. */
export function qwenEndedEarly(end: CliEnd): CliOutcome {
  const isLimit = end.exitCode === 53 || end.exitCode === 55
  return isLimit ? failed('over_budget', tellingLine(end.stderr)) : endedEarly(end)
}
