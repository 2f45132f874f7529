import { correctionPrompt } from '../core/agents/prompts.ts'
import type { ReadReply } from '../core/agents/read-reply.ts'
import { addUsage, noUsage } from '../core/usage.ts'
import type { AgentFailure, AgentReply, AgentTask, ReviewerOutcome, ReviewerStatus, Usage } from '../types.ts'
import type { AgentPort, ReviewPorts } from './ports.ts'

export interface AskResult<T> {
  /** Undefined when there is no answer that counts. */
  readonly value: T | undefined
  readonly outcome: ReviewerOutcome
}

/** Asks an agent; an answer that cannot be read is asked for once more, with what was wrong. Never rejects. */
export async function askAgent<T>(
  agent: AgentPort,
  task: AgentTask,
  read: (reply: AgentReply) => ReadReply<T>,
  correction: string,
  ports: Pick<ReviewPorts, 'emit' | 'clock' | 'signal'>,
): Promise<AskResult<T>> {
  const start = ports.clock()
  ports.emit({ type: 'reviewer-start', name: task.name, agent: agent.name })
  let usage: Usage = noUsage
  let reply = await ask(task)
  let answer = answerOf(reply)
  if ('problems' in answer && isUnreadable(reply)) {
    reply = await ask({ ...task, prompt: correctionPrompt(task.prompt, correction, answer.problems, reply.text) })
    answer = answerOf(reply)
  }
  const status = 'problems' in answer ? statusOf(reply) : 'ok'
  const reason = 'problems' in answer ? answer.problems.join('; ') : null
  const outcome = {
    name: task.name,
    agent: agent.name,
    status,
    reason,
    durationMs: Math.round(ports.clock() - start),
    findings: 0,
    usage,
  }
  return { value: 'problems' in answer ? undefined : answer.value, outcome }

  async function ask(asked: AgentTask): Promise<AgentReply> {
    const result = await agent.run(asked, ports.signal)
    usage = addUsage(usage, result.usage)
    return result
  }

  function answerOf(given: AgentReply): ReadReply<T> {
    return given.status === 'ok' ? read(given) : { problems: [given.reason ?? given.status] }
  }
}

/** The agent answered, but not in the form that was asked for. */
function isUnreadable({ status }: AgentReply): boolean {
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
