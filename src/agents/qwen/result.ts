import type { CliEnd, CliOutcome } from '../backend.ts'
import { type JsonObject, objectAt, textAt } from '../cli/json.ts'
import { failed, judge } from '../cli/outcome.ts'
import { failureOfMessage } from './failure.ts'

export function outcomeOfResult(
  result: JsonObject,
  schemaAsked: boolean,
  outputTokens: number,
  end: CliEnd,
): CliOutcome {
  const text = textAt(result, 'result') ?? ''
  if (result.is_error === true || textAt(result, 'subtype') !== 'success' || text.startsWith('[API Error')) {
    const words = textAt(objectAt(result, 'error'), 'message') ?? text
    return failed(failureOfMessage(words), words)
  }
  const structured = schemaAsked ? result.structured_result : undefined
  return judge({ ended: true, text, structured, needsStructured: schemaAsked, outputTokens }, end)
}
