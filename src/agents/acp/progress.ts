import { inDollars } from '../../core/cost/usage.ts'
import type { AgentBudget, Usage } from '../../types.ts'
import { countAt, type JsonObject, numberAt, objectAt, textAt } from '../cli/json.ts'
import { nothingUsed } from '../cli/usage.ts'

export interface Progress {
  /** The last thing the agent said that was not before a tool call. */
  readonly text: () => string
  readonly turns: () => number
  readonly toolCalls: () => number
  readonly usage: () => Usage
  /** `params` of a `session/update`. */
  readonly update: (params: JsonObject) => void
  /** The reply to the prompt. */
  readonly finish: (reply: JsonObject) => void
  /** What of the budget is used up; null while there is some left. */
  readonly exceeded: (budget: AgentBudget) => string | null
}

/** What an agent has done so far, from what it reports. The protocol has no turns: a batch of tool calls is taken for one. */
export function createProgress(): Progress {
  const parts: string[] = ['']
  const running = new Set<string>()
  const calls = new Set<string>()
  let batches = 0
  let usage = nothingUsed
  let context = 0
  let costUsd: number | null = null
  return { text, turns: () => batches + 1, toolCalls: () => calls.size, usage: used, update, finish, exceeded }

  function update(params: JsonObject): void {
    const change = objectAt(params, 'update')
    const kind = textAt(change, 'sessionUpdate')
    if (kind === 'agent_message_chunk') parts[parts.length - 1] += textAt(objectAt(change, 'content'), 'text') ?? ''
    else if (kind === 'tool_call') call(change)
    else if (kind === 'tool_call_update' && isOver(change)) running.delete(idOf(change))
    else if (kind === 'usage_update') {
      context = Math.max(context, countAt(change, 'used'))
      costUsd = costOf(objectAt(change, 'cost')) ?? costUsd
    }
  }

  function call(change: JsonObject | undefined): void {
    if (running.size === 0) batches += 1
    calls.add(idOf(change))
    if (!isOver(change)) running.add(idOf(change))
    if (parts.at(-1) !== '') parts.push('')
  }

  function text(): string {
    return parts.findLast((part) => part.trim() !== '') ?? ''
  }

  function finish(reply: JsonObject): void {
    usage = usageOf(objectAt(reply, 'usage')) ?? usage
  }

  function used(): Usage {
    return { ...usage, costUsd }
  }

  function exceeded(budget: AgentBudget): string | null {
    if (budget.turns !== null && batches >= budget.turns + 1) return `${budget.turns} turns`
    if (budget.tokens !== null && context > budget.tokens) return `${budget.tokens} tokens`
    return budget.dollars !== null && (costUsd ?? 0) > budget.dollars ? inDollars(budget.dollars) : null
  }
}

function isOver(change: JsonObject | undefined): boolean {
  return ['completed', 'failed'].includes(textAt(change, 'status') ?? '')
}

function idOf(change: JsonObject | undefined): string {
  return textAt(change, 'toolCallId') ?? ''
}

function costOf(cost: JsonObject | undefined): number | null {
  return textAt(cost, 'currency') === 'USD' ? (numberAt(cost, 'amount') ?? null) : null
}

/** Agents disagree whether cached tokens are part of the input; their sum tells. */
function usageOf(reported: JsonObject | undefined): Usage | undefined {
  if (reported === undefined) return undefined
  const input = countAt(reported, 'inputTokens')
  const outputTokens = countAt(reported, 'outputTokens')
  const cached = countAt(reported, 'cachedReadTokens')
  const total = countAt(reported, 'totalTokens')
  const isInside = total <= input + outputTokens + countAt(reported, 'thoughtTokens')
  const inputTokens = isInside ? Math.max(0, input - cached) : input + countAt(reported, 'cachedWriteTokens')
  return { inputTokens, outputTokens, cachedTokens: cached, costUsd: null }
}
