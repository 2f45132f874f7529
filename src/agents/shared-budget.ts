import type { AgentTask } from '../types.ts'
import type { GuardedAgent } from './guarded-agent.ts'
import { failure, finishReply } from './reply.ts'

export interface SharedBudget {
  /** Milliseconds and dollars for all calls together. Null: no limit. */
  readonly timeMs: number | null
  readonly dollars: number | null
}

/** Gives every call what is left of a common budget; when nothing is left, the call is not made. */
export function createSharedBudget({ timeMs, dollars }: SharedBudget, now: () => number = () => performance.now()) {
  const started = now()
  let spent = 0
  return (agent: GuardedAgent): GuardedAgent => ({
    name: agent.name,
    run: async (task, signal) => {
      const seconds = timeMs === null ? null : (timeMs - (now() - started)) / 1000
      const money = dollars === null ? null : dollars - spent
      if (seconds !== null && seconds <= 0)
        return finishReply(performance.now(), failure('over_budget', 'The time for this review is used up.'))
      if (money !== null && money <= 0)
        return finishReply(performance.now(), failure('over_budget', 'The money for this review is used up.'))
      const reply = await agent.run(narrowed(task, seconds, money), signal)
      spent += reply.usage.costUsd ?? 0
      return reply
    },
  })
}

function narrowed(task: AgentTask, seconds: number | null, money: number | null): AgentTask {
  const { budget } = task
  return {
    ...task,
    budget: {
      ...budget,
      seconds: Math.min(budget.seconds, seconds ?? budget.seconds),
      dollars: money === null ? budget.dollars : Math.min(budget.dollars ?? money, money),
    },
  }
}
