import type { Tokens } from '../../core/cost/prices.ts'
import { addUsage, type ModelUsage } from '../../core/cost/usage.ts'
import type { AgentTask, Usage } from '../../types.ts'
import type { CliCall, CliEnd, CliOutcome, CliReader } from '../backend.ts'
import { type JsonObject, objectAt, objectsAt, parseJsonLine, textAt } from './json.ts'
import { type Failed, failed } from './outcome.ts'
import { type RetryWatch, watchRetries } from './retries.ts'
import { nothingUsed } from './usage.ts'

/** In what the programs differ that print lines of `stream-json`: a start event, messages, a result. */
export interface StreamDialect {
  /** What is wrong with what the program says about itself before the model is asked; null when nothing is. */
  readonly unexpectedAtStart: (event: JsonObject, task: AgentTask) => string | null
  /** Tells the watch of an event that means a retry; all others are passed over. */
  readonly noteRetry: (event: JsonObject, retries: RetryWatch) => void
  /** The program's own words about an error, in the shape of an answer. */
  readonly isOwnWords: (message: JsonObject) => boolean
  /** The tool that takes the answer where a schema was passed. */
  readonly answerTool: string
  readonly usageOfMessage: (counts: JsonObject | undefined) => Usage & Tokens
  readonly usageOfResult: (result: JsonObject) => Usage
  readonly endedEarly: (end: CliEnd) => CliOutcome
  readonly outcomeOfResult: (result: JsonObject, schemaAsked: boolean, outputTokens: number, end: CliEnd) => CliOutcome
}

/** What is not known is passed over: new versions bring new events. */
export function readStreamJson(dialect: StreamDialect, { task, model }: CliCall): CliReader {
  const retries = watchRetries()
  const messages = new Map<string, ModelUsage & { readonly tokens: Usage }>()
  const toolCalls = new Set<string>()
  let start: JsonObject | undefined
  let unexpected: Failed | null = null
  let result: JsonObject | undefined
  let isGarbled = false
  let isAnswering = false

  function line(text: string): void {
    const event = parseJsonLine(text)
    if (text.trim() !== '') isGarbled = event === undefined
    const type = textAt(event, 'type')
    if (event === undefined) return
    if (type === 'system' && textAt(event, 'subtype') === 'init') started(event)
    else if (type === 'system') dialect.noteRetry(event, retries)
    else if (type === 'assistant') assistant(objectAt(event, 'message'))
    else if (type === 'result') result = event
  }

  function started(event: JsonObject): void {
    start = event
    const problem = dialect.unexpectedAtStart(event, task)
    if (problem !== null) unexpected ??= failed('misconfigured', problem)
  }

  /** One message comes in several lines, one for each part, with the same id. */
  function assistant(message: JsonObject | undefined): void {
    if (message === undefined || dialect.isOwnWords(message)) return
    retries.recovered()
    messages.set(textAt(message, 'id') ?? `${messages.size}`, {
      model: textAt(message, 'model') ?? textAt(start, 'model') ?? model,
      tokens: dialect.usageOfMessage(objectAt(message, 'usage')),
    })
    const tools = objectsAt(message, 'content').filter((part) => textAt(part, 'type') === 'tool_use')
    for (const tool of tools) toolCalls.add(textAt(tool, 'id') ?? `${toolCalls.size}`)
    isAnswering = tools.every((tool) => textAt(tool, 'name') === dialect.answerTool)
  }

  const used = () =>
    result === undefined
      ? [...messages.values()].map(({ tokens }) => tokens).reduce(addUsage, nothingUsed)
      : dialect.usageOfResult(result)

  /** The result counts more than the messages did, but not always by model: several cannot be told apart. */
  function byModel(): readonly ModelUsage[] {
    if (result === undefined) return [...messages.values()]
    const models = new Set([...messages.values()].map(({ model }) => model))
    return [{ model: models.size === 1 ? ([...models][0] ?? null) : null, tokens: used() }]
  }

  const stopped = () => unexpected ?? (result === undefined ? retries.verdict() : null)

  return {
    line,
    progress: () => ({
      turns: messages.size,
      toolCalls: toolCalls.size,
      usage: used(),
      byModel: byModel(),
      isAnswering: isAnswering && result === undefined,
    }),
    giveUp: stopped,
    finish(end) {
      const early = stopped()
      if (early !== null) return early
      if (result === undefined)
        return isGarbled && end.exitCode === 0
          ? failed('malformed', 'what it printed last is no JSON')
          : dialect.endedEarly(end)
      if (start === undefined && result.is_error !== true)
        return failed('misconfigured', 'there was no start event to check')
      return dialect.outcomeOfResult(result, task.schema !== null, used().outputTokens, end)
    },
  }
}
