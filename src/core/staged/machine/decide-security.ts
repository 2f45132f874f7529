import type { ReviewIssue } from '../replies/reviewer-issues.ts'
import { secretPlace } from '../secrets.ts'
import { passes } from '../stage-table.ts'
import { stageOf } from '../stages.ts'
import type { RunAction } from './actions.ts'
import { ask } from './decide-question.ts'
import { type PassState, policyOf, type RunState } from './state.ts'

/** Undefined when nothing stands in the way of the delivery. */
export function decideSecurity(state: RunState, { name, preflight, writesIgnores }: PassState): RunAction | undefined {
  if (preflight === null) return { step: 'preflight', round: (state.rounds[passes[name].phase] ?? 0) + 1 }
  const { tracked, secrets, missing } = preflight
  if (tracked.length > 0 || secrets.length > 0) {
    return { step: 'end', outcome: 'blocked', reason: foundText(tracked, secrets), blockedBy: stageOf(name) }
  }
  const patterns = missing.filter((pattern) => !state.leftIgnores.includes(pattern))
  // Without a person they are told in the summary, and nothing is written.
  if (patterns.length === 0 || policyOf(state).handsfree) return undefined
  return writesIgnores ? { step: 'write-ignores', patterns } : ask(state, 'ignores', patterns)
}

function foundText(tracked: readonly string[], secrets: readonly ReviewIssue[]): string {
  return [
    ...(tracked.length === 0 ? [] : [`Tracked files look like secrets or keys: ${tracked.join(', ')}`]),
    ...(secrets.length === 0 ? [] : [`Files hold secrets: ${secrets.map(secretPlace).join(', ')}`]),
  ].join('. ')
}
