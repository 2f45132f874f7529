import { addUsage } from '../../core/usage.ts'
import type { Usage } from '../../types.ts'
import type { CliCall, CliReader } from '../backend.ts'
import { countAt, type JsonObject, objectAt, parseJsonLine, parseJsonObject, textAt } from '../cli/json.ts'
import { endedEarly, type Failed, failed, judge } from '../cli/outcome.ts'
import { watchRetries } from '../cli/retries.ts'
import { nothingUsed, usageWithCacheInside } from '../cli/usage.ts'
import { failureOfMessage } from './failure.ts'

/** Lines of `codex exec --json`. What is not known is passed over: new versions bring new events. */
export function readCodex({ task }: CliCall): CliReader {
  const retries = watchRetries()
  const toolCalls = new Set<string>()
  let usage: Usage = nothingUsed
  let started = false
  let succeededCommands = 0
  let answer = ''
  let completed = false
  let failure: Failed | null = null
  let problem: Failed | null = null

  function line(text: string): void {
    const event = parseJsonLine(text)
    const type = textAt(event, 'type')
    if (event === undefined || type === undefined) return
    if (type === 'turn.started') started = true
    else if (type.startsWith('item.')) item(objectAt(event, 'item'), type === 'item.completed')
    else if (type === 'turn.completed') turnCompleted(objectAt(event, 'usage'))
    else if (type === 'turn.failed') turnFailed(textAt(objectAt(event, 'error'), 'message') ?? '')
    else if (type === 'error') retrying(textAt(event, 'message') ?? '')
  }

  function item(object: JsonObject | undefined, isComplete: boolean): void {
    const type = textAt(object, 'type')
    if (object === undefined || type === undefined) return
    if (type === 'agent_message' && isComplete) answer = textAt(object, 'text') ?? ''
    if (!quiet.includes(type)) toolCalls.add(textAt(object, 'id') ?? `${toolCalls.size}`)
    if (type !== 'error') retries.recovered()
    if (type === 'command_execution' && isComplete) command(object)
    if (forbidden.includes(type)) problem ??= failed('misconfigured', `it used what was switched off (${type})`)
  }

  /** Without its sandbox no command runs, and the model answers all the same, without having read anything. */
  function command(object: JsonObject): void {
    const output = textAt(object, 'aggregated_output') ?? ''
    if (object.exit_code === 0) succeededCommands += 1
    else if (succeededCommands === 0 && output.startsWith('bwrap: ')) problem ??= failed('sandbox', output)
  }

  function turnCompleted(counts: JsonObject | undefined): void {
    completed = true
    const input = countAt(counts, 'input_tokens')
    const cached = countAt(counts, 'cached_input_tokens')
    usage = addUsage(usage, usageWithCacheInside(input, cached, countAt(counts, 'output_tokens')))
  }

  function turnFailed(message: string): void {
    failure = failed(...failureOfMessage(message, 'refused'))
  }

  function retrying(message: string): void {
    const words = /^Reconnecting\.\.\. \d+\/\d+ \((.*)\)$/s.exec(message)?.[1]
    if (words !== undefined) retries.retried(...failureOfMessage(words, 'server'), null)
  }

  const stopped = () => problem ?? (completed || failure !== null ? null : retries.verdict())

  return {
    line,
    // The program does not say when the model was asked: at most once for each tool call, and once for the answer.
    progress: () => ({ turns: started ? toolCalls.size + 1 : 0, toolCalls: toolCalls.size, usage }),
    giveUp: stopped,
    finish(end) {
      const early = stopped() ?? failure
      if (early !== null) return early
      if (!completed) return endedEarly(end)
      const needsStructured = task.schema !== null
      const structured = needsStructured ? parseJsonObject(answer) : undefined
      return judge({ ended: true, text: answer, structured, needsStructured, outputTokens: usage.outputTokens }, end)
    },
  }
}

const quiet: readonly string[] = ['agent_message', 'reasoning', 'todo_list', 'error']
const forbidden: readonly string[] = ['mcp_tool_call', 'web_search']
