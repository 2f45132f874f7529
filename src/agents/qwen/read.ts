import type { Usage } from '../../types.ts'
import type { CliCall, CliReader } from '../backend.ts'
import { countAt, type JsonObject, objectAt, objectsAt, textAt } from '../cli/json.ts'
import type { RetryWatch } from '../cli/retries.ts'
import { readStreamJson, type StreamDialect } from '../cli/stream-json.ts'
import { usageWithCacheInside } from '../cli/usage.ts'
import { qwenEndedEarly } from './failure.ts'
import { unexpectedAtStart } from './limits.ts'
import { outcomeOfResult } from './result.ts'

/** Lines of `-o stream-json`. Like those of claude, but not the same. */
export function readQwen(call: CliCall): CliReader {
  return readStreamJson(dialect, call)
}

const dialect: StreamDialect = {
  unexpectedAtStart,
  noteRetry,
  isOwnWords: (message) =>
    objectsAt(message, 'content').some((part) => (textAt(part, 'text') ?? '').startsWith('[API Error')),
  answerTool: 'structured_output',
  usageOfMessage: usageOf,
  usageOfResult: (result) => usageOf(objectAt(result, 'usage')),
  endedEarly: qwenEndedEarly,
  outcomeOfResult,
}

/** It does not say why; a service that refuses or asks to wait is not told this way. */
function noteRetry(event: JsonObject, retries: RetryWatch): void {
  if (textAt(event, 'subtype') === 'retry') {
    retries.retried('server', 'the answer is cut or empty, again and again', null)
  }
}

/** The names are claude's, the meaning is not: cached tokens are inside the input. */
function usageOf(counts: JsonObject | undefined): Usage {
  const cached = countAt(counts, 'cache_read_input_tokens')
  return usageWithCacheInside(countAt(counts, 'input_tokens'), cached, countAt(counts, 'output_tokens'))
}
