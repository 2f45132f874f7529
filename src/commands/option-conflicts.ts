import { LoopError } from '../errors.ts'
import type { ReviewOptions } from './reviewing/review-options.ts'

/** Refuses options that would have no effect: whoever gives them expects one. */
export function refuseConflicts({
  hygieneOnly,
  github,
  handoffDir,
  apiUrl,
  scope = [],
  agents = {},
}: ReviewOptions): void {
  const isPullRequest = scope.length === 1 && /^#?\d+$/.test(scope[0] ?? '')
  const ofGithub =
    handoffDir !== undefined ? '--handoff-dir' : apiUrl !== undefined && !isPullRequest ? '--api-url' : undefined
  if (ofGithub !== undefined && github !== true) {
    throw new LoopError('usage', { problem: `${ofGithub} has no effect without --github`, command: 'review' })
  }
  const named = (['agent', 'reviewer', 'verifier'] as const).find((flag) => agents[flag] !== undefined)
  if (hygieneOnly !== true || named === undefined) return
  const problem = `--hygiene-only calls no agent, so --${named} has no effect: leave one of them out`
  throw new LoopError('usage', { problem, command: 'review' })
}
