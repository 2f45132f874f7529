import { oneLine } from '../../loop/findings-document.ts'
import { execPass, type PassRow, passes, stageTable } from '../stage-table.ts'
import { stageOf } from '../stages.ts'
import type { RunAction } from './actions.ts'
import { ask, askOrConsult, questionOf } from './decide-question.ts'
import { failingCommands } from './failing-commands.ts'
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
  const kind = isUnmended(state, pass) ? 'gate' : stuck.length > 0 ? 'stuck' : 'soft-limit'
  if (kind === 'soft-limit' && roundsIn(pass) < limit) return undefined
  if (row.atCap === 'block') return blocked(state, pass, kind)
  const about = kind === 'stuck' ? stuck : leftIssues(pass)
  if (!handsfree) return ask(state, kind, about)
  const mayForward = row.atCap === 'consult' && kind === 'soft-limit' && roundsIn(pass) < limit * mostLimits
  return mayForward ? askOrConsult(state, questionOf(state, kind, about)) : blocked(state, pass, kind)
}

/** Nothing more is written where one round of execution was wanted. */
export function decideRoundEnd(state: RunState, { name }: PassState): RunAction | undefined {
  const { stopAfter } = policyOf(state)
  const isOver = stageTable[passes[name].phase].stopAfterRound?.name === stopAfter && state.roundsHere > 0
  return isOver ? { step: 'stop', at: stopAfter } : undefined
}

/** A round left the files as the gate refused them: no look of anybody else approves them. */
function isUnmended({ refusal }: RunState, { name, openRound }: PassState): boolean {
  return name === execPass && refusal !== null && openRound !== null
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

type LimitKind = 'stuck' | 'soft-limit' | 'gate'

function blocked(state: RunState, pass: PassState, kind: LimitKind): RunAction {
  const { name } = pass
  const why = {
    stuck: `the same issue is there for ${stuckAfter} rounds`,
    'soft-limit': failuresText(state, pass),
    gate: `nothing was changed about what the adversarial gate refused: ${leftIssues(pass).map(oneLine).join('; ').replace(/\.$/, '')}`,
  }[kind]
  return {
    step: 'end',
    outcome: 'blocked',
    reason: `The pass ${name} does not come to an end: ${why}.`,
    blockedBy: stageOf(name),
  }
}

function failuresText(state: RunState, { failed, failedChecks, checks }: PassState): string {
  const looks = failed - failedChecks
  const commands = failingCommands(state, checks).map(({ command }) => command)
  const which = commands.length === 0 ? '' : ` (${commands.join(', ')})`
  const times = failedChecks === 1 ? 'once' : `${failedChecks} times`
  return [
    ...(looks === 0 ? [] : [`${looks} ${looks === 1 ? 'look' : 'looks'} found something`]),
    ...(failedChecks === 0 ? [] : [`the validation commands failed ${times}${which}`]),
  ].join(', ')
}
