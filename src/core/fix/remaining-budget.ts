import type { Usage } from '../../types.ts'
import { knownCost } from '../cost/usage.ts'

export interface BudgetLimits {
  readonly maxTimeMs?: number
  readonly maxDollars?: number
}

export interface RemainingBudget {
  /** For what comes next. When nothing is left, a time so short that no agent is asked: a review without its agents is incomplete. */
  readonly limits: BudgetLimits
  readonly isLeft: boolean
}

export const budgetUsedUp = 'The budget is used up.'

/** What is left of the limits of several reviews and fixes together. */
export function remainingBudget(
  { maxTimeMs, maxDollars }: BudgetLimits,
  usage: Usage,
  elapsedMs: number,
): RemainingBudget {
  const time = maxTimeMs === undefined ? null : maxTimeMs - elapsedMs
  const dollars = maxDollars === undefined ? null : maxDollars - knownCost(usage)
  if ((time !== null && time <= 0) || (dollars !== null && dollars <= 0)) {
    return { limits: { maxTimeMs: 1 }, isLeft: false }
  }
  const limits = { ...(time === null ? {} : { maxTimeMs: time }), ...(dollars === null ? {} : { maxDollars: dollars }) }
  return { limits, isLeft: true }
}
