import { knownCost } from '../core/cost/usage.ts'
import type { AgentTask, Usage } from '../types.ts'

export interface BudgetLimits {
  /** Milliseconds and dollars for all calls together. Null: no limit. */
  readonly timeMs: number | null
  readonly dollars: number | null
  /** Turns of all calls together; not given: no limit. */
  readonly turns?: number | null
  /** Calls that may run at the same time. */
  readonly atOnce: number
}

/** What all calls of a review may take together. */
export interface SharedBudget {
  /** For a call that begins to wait for its turn. */
  readonly join: () => BudgetShare
  /** Of all calls that have ended. */
  readonly turnsTaken: () => number
}

/** One call's part. After `settle` it may `take` again, for another try. */
export interface BudgetShare {
  /** The task with no more than what is left for it, or why it must not be started. */
  readonly take: (task: AgentTask) => AgentTask | { readonly refused: string }
  readonly settle: (usage: Usage, turns?: number) => void
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
  const [money, turns] = [createPool(limits.dollars), createPool(limits.turns ?? null)]
  let [waiting, running] = [0, 0]
  return { join, turnsTaken: turns.spent }

  function join(): BudgetShare {
    let grants: Grants = { dollars: null, turns: null }
    let state: 'waits' | 'runs' | 'left' = 'waits'
    waiting += 1
    return { take, settle, timeLeftMs, leave }

    function take(task: AgentTask): AgentTask | { readonly refused: string } {
      const seconds = limits.timeMs === null ? null : timeLeftMs() / 1000
      if (seconds !== null && seconds <= 0) return { refused: 'The time for this review is used up.' }
      if (money.left() <= 0) return { refused: 'The money for this review is used up.' }
      if (money.left() < money.neededNext()) {
        return { refused: 'What is left of the money for this review is less than a call has cost before.' }
      }
      if (turns.left() < 1) return { refused: 'The turns for this review are used up.' }
      const dollarsLeft = money.unspent()
      const sharers = Math.max(1, Math.min(limits.atOnce - running, waiting))
      grants = {
        dollars: money.reserve(money.left() / sharers),
        turns: turns.reserve(Math.max(1, Math.floor(turns.left() / sharers))),
      }
      waiting -= 1
      running += 1
      state = 'runs'
      return narrowed(task, seconds, grants, dollarsLeft)
    }

    function settle(usage: Usage, turnsTaken = 0): void {
      money.settle(grants.dollars, knownCost(usage))
      turns.settle(grants.turns, turnsTaken)
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

/** What one call may take. Null: no limit. */
interface Grants {
  readonly dollars: number | null
  readonly turns: number | null
}

interface Pool {
  readonly left: () => number
  /** With what is reserved. */
  readonly unspent: () => number
  /** Null without a limit. */
  readonly reserve: (amount: number) => number | null
  readonly settle: (reserved: number | null, spent: number) => void
  readonly spent: () => number
  /** Once something took more than it was given, as much as the dearest took: whoever overdraws may do so again. */
  readonly neededNext: () => number
}

function createPool(limit: number | null): Pool {
  let [spent, reserved, dearest] = [0, 0, 0]
  let wasOverdrawn = false
  return {
    left: () => (limit ?? Number.POSITIVE_INFINITY) - spent - reserved,
    unspent: () => (limit ?? Number.POSITIVE_INFINITY) - spent,
    reserve: (amount) => {
      if (limit === null) return null
      reserved += amount
      return amount
    },
    settle: (granted, amount) => {
      reserved -= granted ?? 0
      spent += amount
      dearest = Math.max(dearest, amount)
      wasOverdrawn ||= granted !== null && amount > granted
    },
    spent: () => spent,
    neededNext: () => (wasOverdrawn ? dearest : 0),
  }
}

/** Timers count milliseconds in 31 bits; with more they go off at once. */
const mostSeconds = 2_147_483

function narrowed(task: AgentTask, seconds: number | null, { dollars, turns }: Grants, dollarsLeft: number): AgentTask {
  const { budget } = task
  const smaller = (own: number | null, grant: number | null) => (grant === null ? own : Math.min(own ?? grant, grant))
  return {
    ...task,
    budget: {
      ...budget,
      seconds: Math.min(budget.seconds, seconds ?? budget.seconds, mostSeconds),
      dollars: smaller(budget.dollars, dollars),
      ...(dollars === null ? {} : { dollarsLeft: Math.min(budget.dollars ?? dollarsLeft, dollarsLeft) }),
      turns: smaller(budget.turns, turns),
    },
  }
}
