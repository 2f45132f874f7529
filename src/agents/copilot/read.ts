import type { AgentFailure } from '../../types.ts'
import type { CliReader } from '../backend.ts'
import { failureOfError } from '../cli/failure.ts'
import { type JsonObject, listAt, numberAt, objectAt, parseJsonLine, textAt } from '../cli/json.ts'
import { type Failed, failed, judge } from '../cli/outcome.ts'
import { watchRetries } from '../cli/retries.ts'
import { type CopilotUsage, usageFile, usageOfFile } from './usage.ts'

/** Lines of `--output-format json`. What is not known is passed over: new versions bring new events. */
export function readCopilot(): CliReader {
  const retries = watchRetries()
  const toolCalls = new Set<string>()
  let turns = 0
  let answer = ''
  let used: CopilotUsage = usageOfFile(undefined)
  let failure: Failed | null = null
  let wasStopped = false
  let exitCode: number | undefined

  function line(text: string): void {
    const event = parseJsonLine(text)
    const data = objectAt(event, 'data')
    const type = textAt(event, 'type')
    if (type === 'assistant.turn_start') turns += 1
    else if (type === 'tool.execution_start') toolCalls.add(textAt(data, 'toolCallId') ?? `${toolCalls.size}`)
    else if (type === 'assistant.message') message(data)
    else if (type === 'assistant.idle') wasStopped ||= data?.aborted === true
    else if (type === 'model.call_failure') retries.retried(failureOf(data), wordsOf(data), null)
    else if (type === 'session.error') failure = failed(failureOf(data), wordsOf(data))
    else if (type === 'result') exitCode = numberAt(event, 'exitCode')
  }

  /** With requests for tools it is not yet the answer. */
  function message(data: JsonObject | undefined): void {
    retries.recovered()
    if (listAt(data, 'toolRequests').length === 0) answer = textAt(data, 'content') ?? ''
  }

  // Ended by a signal it still reports success, after an event of its own.
  const succeeded = () => exitCode === 0 && !wasStopped
  const pointless = () => (failure === null && !succeeded() ? retries.verdict() : null)

  return {
    line,
    progress: () => ({ turns, toolCalls: toolCalls.size, ...used }),
    giveUp: pointless,
    finish(end) {
      used = usageOfFile(end.file(usageFile))
      const early = failure ?? pointless()
      if (early !== null) return early
      if (exitCode === undefined && noLogin.test(end.stderr)) return failed('not_logged_in', firstLine(end.stderr))
      if (wasStopped) return failed('crashed', 'it was stopped before its answer')
      const { outputTokens } = used.usage
      const ended = succeeded()
      return judge({ ended, text: answer, structured: undefined, needsStructured: false, outputTokens }, end)
    },
  }
}

const noLogin = /no authentication information/i

function firstLine(text: string): string {
  return text.trimStart().split('\n')[0] ?? ''
}

function failureOf(data: JsonObject | undefined): AgentFailure {
  const kind = textAt(data, 'errorType')
  const status = numberAt(data, 'statusCode')
  if (status === undefined && kind === 'authentication') return 'not_logged_in'
  if (status === undefined && kind === 'rate_limit') return 'rate_limited'
  return failureOfError(status, wordsOf(data))
}

function wordsOf(data: JsonObject | undefined): string {
  return textAt(data, 'message') ?? textAt(data, 'errorMessage') ?? ''
}
