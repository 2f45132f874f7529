import { correctionPrompt } from '../core/agents/prompts.ts'
import type { RawReply } from '../core/agents/raw-reply.ts'
import type { ReadReply } from '../core/agents/read-reply.ts'
import { addUsage, noUsage } from '../core/cost/usage.ts'
import type { AgentFailure, AgentReply, AgentTask, ReviewerOutcome, ReviewerStatus, Usage } from '../types.ts'
import type { AgentPort, PaidReply, ReplyCache, ReviewPorts } from './ports.ts'

export interface AskContext extends Pick<ReviewPorts, 'emit' | 'clock' | 'signal'> {
  /** prompts/correction.md */
  readonly correction: string
  /** Null: every question is asked. */
  readonly cache: ReplyCache | null
}

/** What an answer says, or what is wrong with it. May look at the world first: a claim is held against what was done. */
export type ReadAnswer<T> = (reply: RawReply) => ReadReply<T> | Promise<ReadReply<T>>

export interface AskResult<T> {
  /** Undefined when there is no answer that counts. */
  readonly value: T | undefined
  readonly outcome: ReviewerOutcome
  /** Who was asked first and failed, where somebody else answered. */
  readonly stoodInFor?: { readonly agent: string; readonly reason: string }
}

/**
 * Asks the first of the agents, and once more where that may help: another one if there is one, else the same. An answer
 * that was given before is not paid for again, also where it was given in place of the first. Never rejects.
 */
export async function askAgents<T>(
  agents: readonly [AgentPort, ...AgentPort[]],
  task: AgentTask,
  read: ReadAnswer<T>,
  context: AskContext,
): Promise<AskResult<T>> {
  const [agent, other] = agents
  const own = await recall(agent)
  if (own !== undefined) return own
  const earlier = other === undefined ? undefined : await recall(other, agent)
  if (earlier !== undefined) return { ...earlier, stoodInFor: { agent: agent.name, reason: 'in an earlier review' } }
  const first = await askOnce(agent, task, read, context)
  if (first.failure === null || !isWorthAnother(first.failure, other !== undefined)) return first
  const next = other ?? agent
  const reason = first.outcome.reason ?? first.outcome.status
  // Said when its turn comes: it may not come, with nothing left of the budget.
  const whenAsked = () => context.emit({ type: 'reviewer-retry', name: task.name, agent: next.name, reason })
  const known = other === undefined ? undefined : await recall(other)
  const second = known ?? (await askOnce(next, task, read, context, whenAsked))
  const result = { ...second, outcome: together(first.outcome, second.outcome) }
  if (second.reply === null || next === agent) return result
  context.cache?.keep(next, task, second.reply, agent)
  return { ...result, stoodInFor: { agent: agent.name, reason } }

  async function recall(from: AgentPort, insteadOf?: AgentPort): Promise<OneAnswer<T> | undefined> {
    const reply = context.cache?.find(from, task, insteadOf)
    const known = reply === undefined ? undefined : await read(reply)
    if (reply === undefined || known === undefined || 'problems' in known) return undefined
    return {
      value: known.value,
      outcome: outcomeOf(task, from, 'cached', null, 0, reply.usage ?? noUsage),
      failure: null,
      reply,
    }
  }
}

interface OneAnswer<T> extends AskResult<T> {
  readonly failure: AgentFailure | null
  /** What counts; null for a failure. */
  readonly reply: PaidReply | null
}

/** Asks one agent; an answer that cannot be read, or is doubtful, is asked for once more, with what was wrong. */
async function askOnce<T>(
  agent: AgentPort,
  task: AgentTask,
  read: ReadAnswer<T>,
  context: AskContext,
  whenAsked: () => void = () => {},
): Promise<OneAnswer<T>> {
  let start = context.clock()
  let usage: Usage = noUsage
  const onTurn = () => {
    start = context.clock()
    whenAsked()
    context.emit({ type: 'reviewer-start', name: task.name, agent: agent.name })
  }
  let reply = await ask(task, onTurn)
  let answer = await answerOf(reply)
  const wrong = 'problems' in answer ? answer.problems : (answer.doubts ?? [])
  if (wrong.length > 0 && isAnswer(reply)) {
    const prompt = correctionPrompt(task.prompt, context.correction, wrong, reply.text)
    reply = await ask({ ...task, prompt })
    answer = await answerOf(reply)
  }
  const durationMs = context.clock() - start
  if ('problems' in answer) {
    const outcome = outcomeOf(task, agent, statusOf(reply), answer.problems.join('; '), durationMs, usage)
    return { value: undefined, outcome, failure: reply.status === 'ok' ? 'malformed' : reply.status, reply: null }
  }
  const kept = { text: reply.text, structured: reply.structured, usage }
  context.cache?.keep(agent, task, kept)
  return {
    value: answer.value,
    outcome: outcomeOf(task, agent, 'ok', null, durationMs, usage),
    failure: null,
    reply: kept,
  }

  async function ask(asked: AgentTask, whenStarted?: () => void): Promise<AgentReply> {
    const result = await agent.run(asked, context.signal, whenStarted)
    usage = addUsage(usage, result.usage)
    return result
  }

  async function answerOf(given: AgentReply): Promise<ReadReply<T>> {
    return given.status === 'ok' ? read(given) : { problems: [given.reason ?? given.status] }
  }
}

/** The same agent is asked again only for what may have been bad luck; another one for everything but our own stop. */
function isWorthAnother(failure: AgentFailure, hasOther: boolean): boolean {
  return hasOther ? failure !== 'cancelled' : badLuck.has(failure)
}

const badLuck: ReadonlySet<AgentFailure> = new Set(['crashed', 'timed_out', 'server', 'unavailable'])

function together(first: ReviewerOutcome, second: ReviewerOutcome): ReviewerOutcome {
  const both = { durationMs: first.durationMs + second.durationMs, usage: addUsage(first.usage, second.usage) }
  // That nothing was left for a second try is not what went wrong.
  if (second.status === 'budget_exceeded') return { ...first, ...both }
  return {
    ...second,
    ...both,
    reason: second.reason === null ? null : bothReasons(first, second),
  }
}

/** In the order in which it happened: what comes second may only follow from it. */
function bothReasons(first: ReviewerOutcome, second: ReviewerOutcome): string {
  const isSame = first.reason === second.reason && first.agent === second.agent
  if (isSame) return `${second.reason} (asked twice)`
  return `${first.reason ?? first.status}; asked again (${second.agent}): ${second.reason}`
}

function outcomeOf(
  task: AgentTask,
  agent: AgentPort,
  status: ReviewerStatus,
  reason: string | null,
  durationMs: number,
  usage: Usage,
): ReviewerOutcome {
  return {
    name: task.name,
    agent: agent.name,
    model: agent.model,
    status,
    reason,
    durationMs: Math.round(durationMs),
    findings: 0,
    usage,
  }
}

/** The agent answered, be it in the form that was asked for or not. */
export function isAnswer({ status }: AgentReply): boolean {
  return status === 'ok' || status === 'malformed'
}

function statusOf({ status }: AgentReply): ReviewerStatus {
  return status === 'ok' ? 'rejected' : statuses[status]
}

const statuses: Record<AgentFailure, ReviewerStatus> = {
  crashed: 'failed',
  timed_out: 'timed_out',
  over_budget: 'budget_exceeded',
  refused: 'rejected',
  rate_limited: 'failed',
  not_logged_in: 'failed',
  malformed: 'rejected',
  too_long: 'failed',
  server: 'failed',
  unavailable: 'failed',
  misconfigured: 'failed',
  sandbox: 'failed',
  cancelled: 'failed',
}
