import { extractObject } from '../core/agents/extract-json.ts'
import type { PriceOverrides } from '../core/cost/prices.ts'
import { atLeast, priced } from '../core/cost/usage.ts'
import { duration } from '../core/values/duration.ts'
import { hideValues } from '../io/masking.ts'
import type { Agent, AgentReply, AgentSettings, AgentTask, Json, Usage } from '../types.ts'
import { withAdvice } from './advice.ts'
import type { AgentMachine } from './agent-machine.ts'
import { askModel, type ModelAnswer, type Turn, usedUp } from './api/ask-model.ts'
import { chooseModel, keyNames, type ModelChoice } from './api/choose-model.ts'
import { explainError } from './api/failure.ts'
import { type Offer, offerFor, withoutRefused } from './api/offer.ts'
import { openModel } from './api/open-model.ts'
import { transcriptName, transcriptSpec } from './call-transcript.ts'
import { failure, neverReject, type ReplyParts } from './reply.ts'
import { openTranscript } from './supervise/transcript.ts'

/** A model, asked directly: no program, no shell; it sees the workspace through a few tools of ours. */
export function createApiAgent(settings: AgentSettings, machine: AgentMachine): Agent {
  return { name: settings.name, run }

  function run(task: AgentTask, signal: AbortSignal): Promise<AgentReply> {
    return neverReject(async () => {
      const choice = chooseModel(settings, machine.variables)
      if ('status' in choice) return choice
      const transcript = transcriptName(machine, task, settings)
      if (choice.key !== null) hideValues([choice.key])
      const file = openTranscript(transcriptSpec(machine, transcript))
      try {
        const said = await converse(choice, task, signal, { add: file.add, prices: machine.prices ?? {} })
        const names = keyNames(settings, choice.provider)
        const access = names.length === 0 ? 'name the variable of its key with key_env' : `check ${names.join(' or ')}`
        const parts = withAdvice(said, settings, access)
        if (parts.reason !== null) file.add(parts.reason)
        return { ...parts, transcript }
      } finally {
        file.close()
      }
    })
  }
}

interface Log {
  readonly add: (line: string) => void
  readonly prices: PriceOverrides
}

/** Asks, and asks again without a feature that the service says it does not have. */
async function converse(choice: ModelChoice, task: AgentTask, signal: AbortSignal, record: Log): Promise<ReplyParts> {
  const wall = AbortSignal.timeout(Math.ceil(task.budget.seconds * 1000))
  const model = await openModel(choice)
  let offer: Offer | null = await offerFor(choice, task)
  let parts: ReplyParts = failure('crashed', 'the model was not asked')
  while (offer !== null) {
    const onTurn = (turn: Turn) => describeTurn(turn).forEach(record.add)
    const question = { prompt: task.prompt, budget: task.budget, prices: record.prices, onTurn, ...offer }
    const answer = await askModel(model, choice, question, AbortSignal.any([signal, wall]))
    const limits = usedUp(answer, choice.model, question)
    const judged = judge(answer, task, { signal, wall, limits })
    // Cut short, the last thing the model was asked is not counted.
    const isCut = signal.aborted || wall.aborted || answer.error !== null
    const usage = usageOf(answer, choice.model, record.prices)
    parts = { ...judged, turns: answer.turns, toolCalls: answer.toolCalls, usage: isCut ? atLeast(usage) : usage }
    offer = answer.turns === 0 && parts.status === 'misconfigured' ? withoutRefused(offer, task, parts.reason) : null
  }
  return parts
}

function usageOf({ usage, writtenTokens }: ModelAnswer, model: string, prices: PriceOverrides): Usage {
  return priced(usage, [{ model, tokens: { ...usage, writtenTokens } }], prices)
}

interface Ends {
  readonly signal: AbortSignal
  readonly wall: AbortSignal
  /** What of the budget is used up. */
  readonly limits: readonly string[]
}

function judge(answer: ModelAnswer, task: AgentTask, { signal, wall, limits }: Ends): ReplyParts {
  const { text, finishReason } = answer
  if (signal.aborted) return failure('cancelled', 'the call was cancelled')
  if (wall.aborted)
    return failure('timed_out', `the model did not answer within ${duration(task.budget.seconds * 1000)}`)
  if (answer.error !== null) return { ...explainError(answer.error), text }
  if (finishReason === 'tool-calls') {
    const reason = `the model wanted to go on after the budget of ${limits.join(' and ')} was used up`
    return { ...failure('over_budget', reason), text }
  }
  if (finishReason === 'content-filter') return { ...failure('refused', 'the model service blocked the answer'), text }
  if (finishReason === 'length')
    return malformed('the answer was cut off: it is longer than the model may answer', text)
  if (finishReason !== 'stop') return malformed('the answer ended before it was complete', text)
  if (text.trim() === '') return malformed('the answer is empty', text)
  if (answer.counted && answer.usage.outputTokens === 0) {
    return malformed('no output tokens were counted, so no model gave the answer', text)
  }
  return task.schema === null ? { status: 'ok', reason: null, text } : withObject(text)
}

/** Read from the text whatever the service promised: some promise a form and do not hold it. */
function withObject(text: string): ReplyParts {
  const found = extractObject(text)
  if ('problem' in found) return malformed(`the answer cannot be used: ${found.problem}`, text)
  const structured: Json = found.value
  return { status: 'ok', reason: null, text, structured }
}

function malformed(reason: string, text: string): ReplyParts {
  return { status: 'malformed', reason, text }
}

function describeTurn({ text, calls }: Turn): string[] {
  const called = calls.map(({ name, input, result }) => {
    const outcome = result.startsWith('Error:') ? result : `${result.length} characters`
    return `${name} ${input} → ${outcome}`
  })
  return [...(text === '' ? [] : text.split('\n')), ...called]
}
