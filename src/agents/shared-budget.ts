import { knownCost } from '../core/usage.ts'
import type { AgentTask, Usage } from '../types.ts'

export interface BudgetLimits {
  /** Milliseconds and dollars for all calls together. Null: no limit. */
  readonly timeMs: number | null
  readonly dollars: number | null
  /** Calls that may run at the same time. */
  readonly atOnce: number
}

/** What all calls of a review may take together. */
export interface SharedBudget {
  /** For a call that begins to wait for its turn. */
  readonly join: () => BudgetShare
}

/** One call's part. After `settle` it may `take` again, for another try. */
export interface BudgetShare {
  /** The task with no more than what is left for it, or why it must not be started. */
  readonly take: (task: AgentTask) => AgentTask | { readonly refused: string }
  readonly settle: (usage: Usage) => void
  /** For all calls together. */
  readonly timeLeftMs: () => number
  readonly leave: () => void
}

/**
 * Calls that run side by side share what is left, so that together they cannot take more than there is: what one was given
 * is out of reach for the others until it has ended, and then only what it spent is gone.
 */
export function createSharedBudget(limits: BudgetLimits, now: () => number = () => performance.now()): SharedBudget {
  const started = now()
  const timeLeftMs = () => (limits.timeMs ?? Number.POSITIVE_INFINITY) - (now() - started)
  let [spent, reserved, waiting, running] = [0, 0, 0, 0]
  return { join }

  function join(): BudgetShare {
    let granted = 0
    let state: 'waits' | 'runs' | 'left' = 'waits'
    waiting += 1
    return { take, settle, timeLeftMs, leave }

    function take(task: AgentTask): AgentTask | { readonly refused: string } {
      const seconds = limits.timeMs === null ? null : timeLeftMs() / 1000
      const money = limits.dollars === null ? null : limits.dollars - spent - reserved
      if (seconds !== null && seconds <= 0) return { refused: 'The time for this review is used up.' }
      if (money !== null && money <= 0) return { refused: 'The money for this review is used up.' }
      granted = money === null ? 0 : money / Math.max(1, Math.min(limits.atOnce - running, waiting))
      reserved += granted
      waiting -= 1
      running += 1
      state = 'runs'
      return narrowed(task, seconds, money === null ? null : granted)
    }

    function settle(usage: Usage): void {
      spent += knownCost(usage)
      reserved -= granted
      running -= 1
      waiting += 1
      state = 'waits'
    }

    function leave(): void {
      if (state === 'waits') waiting -= 1
      state = 'left'
    }
  }
}

/** Timers count milliseconds in 31 bits; with more they go off at once. */
const mostSeconds = 2_147_483

function narrowed(task: AgentTask, seconds: number | null, money: number | null): AgentTask {
  const { budget } = task
  return {
    ...task,
    budget: {
      ...budget,
      seconds: Math.min(budget.seconds, seconds ?? budget.seconds, mostSeconds),
      dollars: money === null ? budget.dollars : Math.min(budget.dollars ?? money, money),
    },
  }
}
