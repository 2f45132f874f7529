import type { RunAction } from './actions.ts'
import { ask, askOrConsult, questionOf } from './decide-question.ts'
import type { PassRow } from './passes.ts'
import { limitOf, type PassState, policyOf, type RunState } from './state.ts'

/** Looks in a row with the same critical issue before the pass counts as stuck. */
const stuckAfter = 3

/** Hands-free, the reviewer may prolong planning up to so many times its limit. */
const mostLimits = 2

/** A look found something. Undefined when another round is allowed. */
export function decideLimit(state: RunState, pass: PassState, row: PassRow): RunAction | undefined {
  const { handsfree } = policyOf(state)
  const end = decideRoundEnd(state, pass)
  if (end !== undefined) return end
  if (pass.insistedAt === pass.failed) return undefined
  const limit = limitOf(state, pass)
  const stuck = stuckIssues(pass)
  if (stuck.length === 0 && roundsIn(pass) < limit) return undefined
  const kind = stuck.length > 0 ? 'stuck' : 'soft-limit'
  if (row.atCap === 'block') return blocked(pass, row, kind)
  const about = kind === 'stuck' ? stuck : leftIssues(pass)
  if (!handsfree) return ask(state, kind, about)
  const mayForward = pass.name === 'plan' && kind === 'soft-limit' && roundsIn(pass) < limit * mostLimits
  return mayForward ? askOrConsult(state, questionOf(state, kind, about)) : blocked(pass, row, kind)
}

/** Nothing more is written where one round of execution was wanted. */
export function decideRoundEnd(state: RunState, { name }: PassState): RunAction | undefined {
  const { stopAfter } = policyOf(state)
  const isOver = name === 'exec' && stopAfter === 'exec-round' && state.roundsHere > 0
  return isOver ? { step: 'stop', at: stopAfter } : undefined
}

/** What was decided without a person made a round as well. */
function roundsIn({ failed, decided }: PassState): number {
  return failed + decided
}

/** What the last looks all found. */
function stuckIssues({ criticals }: PassState): readonly string[] {
  const [last = [], ...before] = criticals.slice(-stuckAfter).reverse()
  if (before.length < stuckAfter - 1) return []
  return last.filter((issue) => before.every((look) => look.includes(issue)))
}

function leftIssues({ review }: PassState): readonly string[] {
  return review?.issues.filter(({ severity }) => severity === 'CRITICAL').map(({ text }) => text) ?? []
}

function blocked({ name, failed }: PassState, { stage }: PassRow, kind: 'stuck' | 'soft-limit'): RunAction {
  const why = kind === 'stuck' ? `the same issue is there for ${stuckAfter} rounds` : `${failed} looks found something`
  return {
    step: 'end',
    outcome: 'blocked',
    reason: `The pass ${name} does not come to an end: ${why}.`,
    blockedBy: stage === 'plan' ? null : stage,
  }
}
