import type { RunAction } from './actions.ts'
import { ask } from './decide-question.ts'
import { type PassState, policyOf, type RunState } from './state.ts'

/** Undefined when nothing stands in the way of the delivery. */
export function decideSecurity(state: RunState, { preflight, writesIgnores }: PassState): RunAction | undefined {
  if (preflight === null) return { step: 'preflight', round: (state.rounds.security ?? 0) + 1 }
  const { tracked, missing } = preflight
  if (tracked.length > 0) {
    const reason = `Tracked files look like secrets or keys: ${tracked.join(', ')}`
    return { step: 'end', outcome: 'blocked', reason, blockedBy: 'security' }
  }
  const patterns = missing.filter((pattern) => !state.leftIgnores.includes(pattern))
  // Without a person they are told in the summary, and nothing is written.
  if (patterns.length === 0 || policyOf(state).handsfree) return undefined
  return writesIgnores ? { step: 'write-ignores', patterns } : ask(state, 'ignores', patterns)
}
