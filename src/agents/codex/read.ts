import { extractObject } from '../../core/agents/extract-json.ts'
import { addUsage } from '../../core/cost/usage.ts'
import type { Usage } from '../../types.ts'
import type { CliCall, CliEnd, CliOutcome, CliReader } from '../backend.ts'
import { countAt, type JsonObject, objectAt, parseJsonLine, textAt } from '../cli/json.ts'
import { endedEarly, type Failed, failed, judge } from '../cli/outcome.ts'
import { watchRetries } from '../cli/retries.ts'
import { nothingUsed, usageWithCacheInside } from '../cli/usage.ts'
import { failureOfMessage } from './failure.ts'

/** Lines of `codex exec --json`. What is not known is passed over: new versions bring new events. */
export function readCodex({ task }: CliCall): CliReader {
  const retries = watchRetries()
  const toolCalls = new Set<string>()
  /** Once a turn is completed. */
  let usage: Usage | null = null
  let started = false
  let succeededCommands = 0
  let answer = ''
  let failure: Failed | null = null
  let problem: Failed | null = null

  function line(text: string): void {
    const event = parseJsonLine(text)
    const type = textAt(event, 'type')
    if (event === undefined || type === undefined) return
    if (type === 'turn.started') started = true
    else if (type.startsWith('item.')) item(objectAt(event, 'item'), type === 'item.completed')
    else if (type === 'turn.completed') usage = addUsage(usage ?? nothingUsed, usageOf(objectAt(event, 'usage')))
    else if (type === 'turn.failed') failure = failed(...failureOfMessage(wordsOf(objectAt(event, 'error')), 'refused'))
    else if (type === 'error') retrying(wordsOf(event))
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

  function command(object: JsonObject): void {
    if (object.exit_code === 0) succeededCommands += 1
    else if (succeededCommands === 0) problem ??= brokenSandbox(object)
  }

  function retrying(message: string): void {
    const words = /^Reconnecting\.\.\. \d+\/\d+ \((.*)\)$/s.exec(message)?.[1]
    if (words !== undefined) retries.retried(...failureOfMessage(words, 'server'), null)
  }

  const stopped = () => problem ?? (usage !== null || failure !== null ? null : retries.verdict())

  return {
    line,
    // The program does not say when the model was asked: about once for each tool call, and once for the answer. What its
    // sandbox refuses may leave no event at all: a model that loops on that is ended by the clock.
    progress: () => ({
      turns: started ? toolCalls.size + 1 : 0,
      toolCalls: toolCalls.size,
      usage: usage ?? nothingUsed,
    }),
    giveUp: stopped,
    finish: (end) =>
      stopped() ??
      failure ??
      (usage === null ? endedEarly(end) : judgeAnswer(answer, usage, task.schema !== null, end)),
  }
}

const quiet: readonly string[] = ['agent_message', 'reasoning', 'todo_list', 'error']
const forbidden: readonly string[] = ['mcp_tool_call', 'web_search']

/** Without its sandbox no command runs, and the model answers all the same, without having read anything. */
function brokenSandbox(command: JsonObject): Failed | null {
  const output = textAt(command, 'aggregated_output') ?? ''
  return output.startsWith('bwrap: ') ? failed('sandbox', output) : null
}

function usageOf(counts: JsonObject | undefined): Usage {
  const input = countAt(counts, 'input_tokens')
  return usageWithCacheInside(input, countAt(counts, 'cached_input_tokens'), countAt(counts, 'output_tokens'))
}

function wordsOf(object: JsonObject | undefined): string {
  return textAt(object, 'message') ?? ''
}

/** The service holds the model to the schema, or does not: the program looks at neither. */
function judgeAnswer(text: string, { outputTokens }: Usage, needsStructured: boolean, end: CliEnd): CliOutcome {
  const found = needsStructured ? extractObject(text) : null
  const structured = found !== null && 'value' in found ? found.value : undefined
  return judge({ ended: true, text, structured, needsStructured, outputTokens }, end)
}
