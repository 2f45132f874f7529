import type { ModelUsage } from '../../core/cost/usage.ts'
import type { Usage } from '../../types.ts'
import type { CliReader } from '../backend.ts'
import { asObject, countAt, type JsonObject, objectAt, parseJsonLine, textAt } from '../cli/json.ts'
import { judge } from '../cli/outcome.ts'
import { nothingUsed, usageWithCacheInside } from '../cli/usage.ts'
import { failureOfEnd } from './failure.ts'

/** Lines of `-o stream-json`. What is not known is passed over: new versions bring new events. */
export function readGemini(): CliReader {
  const toolCalls = new Set<string>()
  let turns = 0
  let modelSpeaks = false
  let answer = ''
  let problem: string | null = null
  let result: JsonObject | undefined

  function line(text: string): void {
    const event = parseJsonLine(text)
    const type = textAt(event, 'type')
    if (event === undefined) return
    if (type === 'tool_use') toolUse(textAt(event, 'tool_id'))
    else if (type === 'tool_result') modelSpeaks = false
    else if (type === 'message' && textAt(event, 'role') === 'assistant') message(textAt(event, 'content') ?? '')
    else if (type === 'error') problem ??= textAt(event, 'message') ?? ''
    else if (type === 'result') result = event
  }

  function toolUse(id: string | undefined): void {
    speak()
    toolCalls.add(id ?? `${toolCalls.size}`)
    answer = ''
  }

  /** The answer comes in pieces; what was said before a tool call is no part of it. */
  function message(piece: string): void {
    speak()
    answer += piece
  }

  /** The program names no turns: one begins when the model speaks after it was given something. */
  function speak(): void {
    if (!modelSpeaks) turns += 1
    modelSpeaks = true
  }

  const used = () => usageOf(objectAt(result, 'stats'))

  return {
    line,
    progress: () => ({
      turns,
      toolCalls: toolCalls.size,
      usage: used(),
      byModel: usageByModel(objectAt(result, 'stats')),
    }),
    // Its retries are only seen on standard error: they are set low, and the time is limited.
    giveUp: () => null,
    finish(end) {
      const failure = failureOfEnd(end, problem, result)
      if (failure !== null) return failure
      const ended = textAt(result, 'status') === 'success'
      const outputTokens = countAt(objectAt(result, 'stats'), 'output_tokens')
      return judge({ ended, text: answer, structured: undefined, needsStructured: false, outputTokens }, end)
    },
  }
}

/** What the model thought is paid like what it said, but is only in the total. */
function usageOf(stats: JsonObject | undefined): Usage {
  if (stats === undefined) return nothingUsed
  const input = countAt(stats, 'input_tokens')
  const output = Math.max(countAt(stats, 'output_tokens'), countAt(stats, 'total_tokens') - input)
  return usageWithCacheInside(input, countAt(stats, 'cached'), output)
}

function usageByModel(stats: JsonObject | undefined): readonly ModelUsage[] {
  const models = Object.entries(objectAt(stats, 'models') ?? {})
  return models.map(([model, counts]) => ({ model, tokens: usageOf(asObject(counts)) }))
}
