import type { CliCall, CliReader } from '../backend.ts'
import { failureOfError } from '../cli/failure.ts'
import { type JsonObject, numberAt, textAt } from '../cli/json.ts'
import { endedEarly } from '../cli/outcome.ts'
import type { RetryWatch } from '../cli/retries.ts'
import { readStreamJson, type StreamDialect } from '../cli/stream-json.ts'
import { unexpectedAtStart } from './limits.ts'
import { outcomeOfResult } from './result.ts'
import { usageOfMessage, usageOfResult } from './usage.ts'

/** Lines of `--output-format stream-json`. */
export function readClaude(call: CliCall): CliReader {
  return readStreamJson(dialect, call)
}

const dialect: StreamDialect = {
  unexpectedAtStart,
  noteRetry,
  isOwnWords: (message) => textAt(message, 'model') === '<synthetic>',
  answerTool: 'StructuredOutput',
  usageOfMessage,
  usageOfResult,
  endedEarly,
  outcomeOfResult,
}

function noteRetry(event: JsonObject, retries: RetryWatch): void {
  if (textAt(event, 'subtype') !== 'api_retry') return
  const words = textAt(event, 'error') ?? ''
  const status = numberAt(event, 'error_status')
  const detail = status === undefined ? words : `status ${status}, ${words}`
  retries.retried(failureOfError(status, words), detail, numberAt(event, 'retry_delay_ms') ?? null)
}
