import { addUsage } from '../../core/usage.ts'
import type { Usage } from '../../types.ts'
import type { CliCall, CliOutcome, CliReader } from '../backend.ts'
import { giveUpWith } from '../cli/give-up.ts'
import { countAt, type JsonObject, objectAt, objectsAt, parseJsonLine, textAt } from '../cli/json.ts'
import { failed } from '../cli/outcome.ts'
import { watchRetries } from '../cli/retries.ts'
import { nothingUsed, usageWithCacheInside } from '../cli/usage.ts'
import { qwenEndedEarly } from './failure.ts'
import { unexpectedAtStart } from './limits.ts'
import { outcomeOfResult } from './result.ts'

/** Lines of `-o stream-json`. Like those of claude, but not the same. What is not known is passed over. */
export function readQwen({ task }: CliCall): CliReader {
  const retries = watchRetries()
  const messages = new Map<string, Usage>()
  const toolCalls = new Set<string>()
  let started = false
  let unexpected: CliOutcome | null = null
  let result: JsonObject | undefined

  function line(text: string): void {
    const event = parseJsonLine(text)
    const type = textAt(event, 'type')
    if (event === undefined) return
    if (type === 'system') system(event)
    else if (type === 'assistant') assistant(objectAt(event, 'message'))
    else if (type === 'result') result = event
  }

  function system(event: JsonObject): void {
    const subtype = textAt(event, 'subtype')
    if (subtype === 'init') {
      started = true
      const problem = unexpectedAtStart(event, task)
      if (problem !== null) unexpected ??= failed('misconfigured', problem)
    } else if (subtype === 'retry') {
      // It does not say why; a service that refuses or asks to wait is not told this way.
      retries.retried('server', 'the answer is cut or empty, again and again', null)
    }
  }

  function assistant(message: JsonObject | undefined): void {
    const parts = objectsAt(message, 'content')
    // The program's own words about an error, in the shape of an answer.
    if (parts.some((part) => (textAt(part, 'text') ?? '').startsWith('[API Error'))) return
    retries.recovered()
    messages.set(textAt(message, 'id') ?? `${messages.size}`, usageOf(objectAt(message, 'usage')))
    for (const part of parts) {
      if (textAt(part, 'type') === 'tool_use') toolCalls.add(textAt(part, 'id') ?? `${toolCalls.size}`)
    }
  }

  const used = () =>
    result === undefined ? [...messages.values()].reduce(addUsage, nothingUsed) : usageOf(objectAt(result, 'usage'))
  const stopped = () => unexpected ?? (result === undefined ? retries.verdict() : null)

  return {
    line,
    progress: () => ({ turns: messages.size, toolCalls: toolCalls.size, usage: used() }),
    giveUp: () => giveUpWith(stopped()),
    finish(end) {
      const early = stopped()
      if (early !== null) return early
      if (result === undefined) return qwenEndedEarly(end)
      if (!started && result.is_error !== true) return failed('misconfigured', 'there was no start event to check')
      return outcomeOfResult(result, task.schema !== null, used().outputTokens, end)
    },
  }
}

/** The names are claude's, the meaning is not: cached tokens are inside the input. */
function usageOf(counts: JsonObject | undefined): Usage {
  const cached = countAt(counts, 'cache_read_input_tokens')
  return usageWithCacheInside(countAt(counts, 'input_tokens'), cached, countAt(counts, 'output_tokens'))
}
