import { LoopError } from '../errors.ts'
import type { ReviewOptions } from './reviewing/review-options.ts'

/** Refuses options that would have no effect: whoever gives them expects one. */
export function refuseConflicts({ hygieneOnly, github, handoffDir, apiUrl, agents = {} }: ReviewOptions): void {
  const ofGithub = handoffDir !== undefined ? '--handoff-dir' : apiUrl !== undefined ? '--api-url' : undefined
  if (ofGithub !== undefined && github !== true) {
    throw new LoopError('usage', { problem: `${ofGithub} has no effect without --github`, command: 'review' })
  }
  const named = (['agent', 'reviewer', 'verifier'] as const).find((flag) => agents[flag] !== undefined)
  if (hygieneOnly !== true || named === undefined) return
  const problem = `--hygiene-only calls no agent, so --${named} has no effect: leave one of them out`
  throw new LoopError('usage', { problem, command: 'review' })
}
