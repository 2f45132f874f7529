import { addUsage } from '../../core/cost/usage.ts'
import type { Usage } from '../../types.ts'
import type { CliCall, CliOutcome, CliReader } from '../backend.ts'
import { countAt, type JsonObject, numberAt, objectAt, parseJsonLine, textAt } from '../cli/json.ts'
import { failed, judge } from '../cli/outcome.ts'
import { nothingUsed } from '../cli/usage.ts'
import { failureOfError } from './failure.ts'
import { modelAsked } from './model.ts'

/** Lines of `run --format json`: no first and no last event. What is not known is passed over. */
export function readOpencode(call: CliCall): CliReader {
  const toolCalls = new Set<string>()
  let turns = 0
  let answer = ''
  let reason: string | undefined
  let usage: Usage = { ...nothingUsed, costUsd: 0 }
  let emptySteps = 0
  let failure: CliOutcome | null = null
  let pointless: string | null = null

  function line(text: string): void {
    const event = parseJsonLine(text)
    const part = objectAt(event, 'part')
    const type = textAt(event, 'type')
    if (type === 'step_start') stepStart()
    else if (type === 'tool_use') toolUse(textAt(part, 'callID'))
    else if (type === 'text') said(textAt(part, 'text') ?? '')
    else if (type === 'step_finish') stepFinish(part)
    else if (type === 'error') failure ??= failureOfError(objectAt(event, 'error'))
  }

  /** Counted as empty until it brings something: on an answer without content the program asks again without end. */
  function stepStart(): void {
    turns += 1
    emptySteps += 1
    reason = undefined
    if (emptySteps > mostEmptySteps) pointless ??= 'answer after answer is empty'
  }

  function toolUse(id: string | undefined): void {
    emptySteps = 0
    toolCalls.add(id ?? `${toolCalls.size}`)
    answer = ''
  }

  function said(text: string): void {
    if (text.trim() !== '') emptySteps = 0
    answer = text
  }

  function stepFinish(part: JsonObject | undefined): void {
    reason = textAt(part, 'reason')
    usage = addUsage(usage, usageOfStep(part))
  }

  return {
    line,
    progress: () => ({
      turns,
      toolCalls: toolCalls.size,
      usage: priced(usage),
      byModel: [{ model: modelAsked(call), tokens: usage }],
    }),
    // After an error it ends by itself.
    giveUp: () => (pointless === null ? null : { status: 'server', reason: pointless }),
    finish(end) {
      const early = failure ?? (pointless === null ? null : failed('server', pointless))
      if (early !== null) return early
      const { outputTokens } = usage
      const ended = reason === 'stop'
      return judge({ ended, text: answer, structured: undefined, needsStructured: false, outputTokens }, end)
    },
  }
}

const mostEmptySteps = 3

/** Cached tokens are apart; what the model thought is paid like what it said. */
function usageOfStep(part: JsonObject | undefined): Usage {
  const tokens = objectAt(part, 'tokens')
  return {
    inputTokens: countAt(tokens, 'input') + countAt(objectAt(tokens, 'cache'), 'write'),
    cachedTokens: countAt(objectAt(tokens, 'cache'), 'read'),
    outputTokens: countAt(tokens, 'output') + countAt(tokens, 'reasoning'),
    costUsd: Math.max(0, numberAt(part, 'cost') ?? 0),
  }
}

/** Without a price in its table the program writes 0. */
function priced(usage: Usage): Usage {
  return usage.costUsd === 0 ? { ...usage, costUsd: null } : usage
}
