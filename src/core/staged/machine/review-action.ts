import { passes } from '../stage-table.ts'
import type { Step } from './actions.ts'
import { type PassState, policyOf, type RunState } from './state.ts'

/** A look, or the end when the reviewer gave no valid answer too often. Nobody else is asked in its place. */
export function review(state: RunState, pass: PassState, kind: 'look' | 'replay'): Step<'review' | 'end'> {
  const { name, failures, openRound } = pass
  const last = failures.at(-1)
  if (last !== undefined && failures.length > policyOf(state).reviewerRetries) {
    const reason = `The reviewer gave no answer that counts (${last.kind ?? 'failure'}): ${last.reason}`
    return { step: 'end', outcome: 'failed', reason, blockedBy: null }
  }
  const by = kind === 'look' && passes[name].looker === 'checks' ? 'checks' : 'reviewer'
  const round = openRound ?? nextRound(state, pass)
  return { step: 'review', pass: name, by, kind, round, attempt: failures.length + 1 }
}

export function nextRound({ rounds }: RunState, { name }: PassState): number {
  return (rounds[passes[name].phase] ?? 0) + 1
}
