import type { FinishReason, LanguageModel, StepResult, ToolSet } from 'ai'
import { costOf, type PriceOverrides } from '../../core/cost/prices.ts'
import { addUsage, inDollars } from '../../core/cost/usage.ts'
import type { AgentBudget, Json, Usage } from '../../types.ts'
import { nothingUsed, usageWithCacheInside } from '../cli/usage.ts'
import type { ModelChoice } from './choose-model.ts'
import { isStrictSchema } from './strict-schema.ts'

export interface Question {
  readonly prompt: string
  readonly schema: Json | null
  /** Null: the model is offered none. */
  readonly tools: ToolSet | null
  readonly budget: AgentBudget
  /** What models cost here, where it is not the list price. */
  readonly prices: PriceOverrides
  /** Hears of every turn as it ends. */
  readonly onTurn: (turn: Turn) => void
}

export interface Turn {
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly input: string; readonly result: string }[]
}

export interface ModelAnswer {
  /** Of the last turn. */
  readonly text: string
  readonly finishReason: FinishReason | null
  readonly usage: Usage
  /** Those of the input that were written to a cache, which costs more. */
  readonly writtenTokens: number
  /** False when the service does not count, which some do not. */
  readonly counted: boolean
  readonly turns: number
  readonly toolCalls: number
  /** The first error; null when there was none. */
  readonly error: unknown
}

/** One conversation with a model: a prompt, tool calls as long as the budget lasts, an answer. Rejects only for a bug. */
export async function askModel(
  model: LanguageModel,
  choice: ModelChoice,
  question: Question,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { streamText, Output, jsonSchema } = await import('ai')
  globalThis.AI_SDK_LOG_WARNINGS = false
  const { prompt, schema, tools } = question
  let answer: ModelAnswer = nothingSaid
  // Streamed, because connections that are silent while a model thinks are cut.
  const result = streamText({
    model,
    prompt,
    // The one who calls us retries: it knows what is left of the budget.
    maxRetries: 0,
    abortSignal: signal,
    providerOptions: optionsFor(choice, schema, tools !== null),
    stopWhen: () => usedUp(answer, choice.model, question).length > 0,
    ...(tools === null ? {} : { tools }),
    ...(schema === null ? {} : { output: Output.object({ schema: jsonSchema(toSchema(schema)) }) }),
    onStepFinish: (step) => {
      answer = withStep(answer, step)
      question.onTurn(turnOf(step))
    },
    onError: ({ error }) => {
      answer = { ...answer, error: answer.error ?? error }
    },
  })
  await Promise.race([result.consumeStream({ onError: keepError }), aborted(signal)])
  return answer

  function keepError(error: unknown): void {
    answer = { ...answer, error: answer.error ?? error }
  }
}

const nothingSaid: ModelAnswer = {
  text: '',
  finishReason: null,
  usage: nothingUsed,
  writtenTokens: 0,
  counted: false,
  turns: 0,
  toolCalls: 0,
  error: null,
}

function withStep(before: ModelAnswer, step: StepResult<ToolSet>): ModelAnswer {
  const { inputTokens = 0, outputTokens = 0, inputTokenDetails } = step.usage
  const used = usageWithCacheInside(inputTokens, inputTokenDetails.cacheReadTokens ?? 0, outputTokens)
  return {
    text: step.text,
    finishReason: step.finishReason,
    usage: addUsage(before.usage, used),
    writtenTokens: before.writtenTokens + (inputTokenDetails.cacheWriteTokens ?? 0),
    counted: before.counted || step.usage.outputTokens !== undefined,
    turns: before.turns + 1,
    toolCalls: before.toolCalls + step.toolCalls.length,
    error: before.error,
  }
}

function turnOf(step: StepResult<ToolSet>): Turn {
  const resultOf = (id: string) => step.toolResults.find((result) => result.toolCallId === id)?.output
  return {
    text: step.text,
    calls: step.toolCalls.map(({ toolName, toolCallId, input }) => ({
      name: toolName,
      input: JSON.stringify(input) ?? '',
      result: String(resultOf(toolCallId) ?? 'Error: it was not run.'),
    })),
  }
}

/** Which limits are reached. Asked between turns: a model that wants another one does not get it. */
export function usedUp(
  { turns, usage, writtenTokens }: ModelAnswer,
  model: string,
  { budget, prices }: Pick<Question, 'budget' | 'prices'>,
): readonly string[] {
  const tokens = usage.inputTokens + usage.cachedTokens + usage.outputTokens
  const dollars = costOf(model, { ...usage, writtenTokens }, prices) ?? 0
  return [
    ...(budget.turns !== null && turns >= budget.turns ? [`${budget.turns} turns`] : []),
    ...(budget.tokens !== null && tokens >= budget.tokens ? [`${budget.tokens} tokens`] : []),
    ...(budget.dollars !== null && dollars >= budget.dollars ? [inDollars(budget.dollars)] : []),
  ]
}

/** Nothing is kept at the vendor's; a conversation with tools sends its beginning again and again, which caches make cheap. */
function optionsFor(choice: ModelChoice, schema: Json | null, hasTools: boolean) {
  const strictJsonSchema = schema !== null && isStrictSchema(schema)
  return {
    openai: { store: false, strictJsonSchema },
    compatible: { strictJsonSchema },
    ...(choice.provider === 'anthropic' && hasTools ? { anthropic: { cacheControl: { type: 'ephemeral' } } } : {}),
  }
}

function toSchema(schema: Json): { readonly [key: string]: Json } {
  return typeof schema === 'object' && schema !== null && !isList(schema) ? { ...schema } : {}
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

/** Whatever a package still waits for, we do not. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
