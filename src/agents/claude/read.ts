import { addUsage } from '../../core/usage.ts'
import type { Usage } from '../../types.ts'
import type { CliCall, CliReader } from '../backend.ts'
import { failureOfError } from '../cli/failure.ts'
import { type JsonObject, numberAt, objectAt, objectsAt, parseJsonLine, textAt } from '../cli/json.ts'
import { endedEarly, type Failed, failed } from '../cli/outcome.ts'
import { watchRetries } from '../cli/retries.ts'
import { nothingUsed } from '../cli/usage.ts'
import { unexpectedAtStart } from './limits.ts'
import { outcomeOfResult } from './result.ts'
import { usageOfMessage, usageOfResult } from './usage.ts'

/** Lines of `--output-format stream-json`. What is not known is passed over: new versions bring new events. */
export function readClaude({ task }: CliCall): CliReader {
  const retries = watchRetries()
  const messages = new Map<string, Usage>()
  const toolCalls = new Set<string>()
  let started = false
  let unexpected: Failed | null = null
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
    } else if (subtype === 'api_retry') {
      const words = textAt(event, 'error') ?? ''
      const status = numberAt(event, 'error_status')
      const detail = status === undefined ? words : `status ${status}, ${words}`
      retries.retried(failureOfError(status, words), detail, numberAt(event, 'retry_delay_ms') ?? null)
    }
  }

  /** One message comes in several lines, one for each part, with the same id. */
  function assistant(message: JsonObject | undefined): void {
    // The program's own words about an error, in the shape of an answer.
    if (message === undefined || textAt(message, 'model') === '<synthetic>') return
    retries.recovered()
    messages.set(textAt(message, 'id') ?? `${messages.size}`, usageOfMessage(objectAt(message, 'usage')))
    for (const part of objectsAt(message, 'content')) {
      if (textAt(part, 'type') === 'tool_use') toolCalls.add(textAt(part, 'id') ?? `${toolCalls.size}`)
    }
  }

  const used = () =>
    result === undefined ? [...messages.values()].reduce(addUsage, nothingUsed) : usageOfResult(result)
  const stopped = () => unexpected ?? (result === undefined ? retries.verdict() : null)

  return {
    line,
    progress: () => ({ turns: messages.size, toolCalls: toolCalls.size, usage: used() }),
    giveUp: stopped,
    finish(end) {
      const early = stopped()
      if (early !== null) return early
      if (result === undefined) return endedEarly(end)
      if (!started && result.is_error !== true) return failed('misconfigured', 'there was no start event to check')
      return outcomeOfResult(result, task.schema !== null, used().outputTokens, end)
    },
  }
}
