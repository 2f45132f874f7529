import { execPass, gatePhase, type PassRow, passes, planPass } from '../stage-table.ts'
import { passAfter, stageOf, stagesBefore } from '../stages.ts'
import type { RunAction, Step } from './actions.ts'
import { brokenIn, isMendingUnknown } from './broken.ts'
import { decideLimit, decideRoundEnd } from './decide-limit.ts'
import { ask, decideQuestions } from './decide-question.ts'
import { decideSecurity } from './decide-security.ts'
import { decideWrites } from './decide-writes.ts'
import { nextRound, review } from './review-action.ts'
import { hasDoneNothing, holdsNow, isSamePoint, type PassState, policyOf, type RunState } from './state.ts'

/** An executor is asked a second time, and no more. */
const mostAttempts = 2

/** The loop that every pass is. Undefined when what comes next is not in its stage. */
export function decideInPass(state: RunState, pass: PassState): RunAction | undefined {
  const row = passes[pass.name]
  if (pass.writingSince !== null) return write(state, pass, row)
  return (
    decideQuestions(state, pass) ??
    (pass.takesAnswer ? (decideRoundEnd(state, pass) ?? write(state, pass, row)) : undefined) ??
    decideWrites(state, pass, row) ??
    (row.looker === 'preflight' ? decideSecurity(state, pass) : decideLook(state, pass, row)) ??
    decideClean(state, pass)
  )
}

/** Undefined when there is nothing left to look at, and nothing was found. */
function decideLook(state: RunState, pass: PassState, row: PassRow): RunAction | undefined {
  const { review: last, checks, hasWritten } = pass
  const commands = row.check?.onFailure === 'fix' ? row.check.commands : null
  if (commands !== null && brokenIn(state, checks).length > 0) return fix(state, pass, row)
  if (writesFirst(state, pass, row)) return decideFirst(state, pass, row)
  if (commands !== null && hasWritten && checks === null) return { step: 'check', pass: pass.name, commands }
  if (row.looker === null) return undefined
  if (last === null || !isSamePoint(last.point, state.point)) return review(state, pass, 'look')
  if (last.verdict === 'REQUEST_CHANGES') return fix(state, pass, row)
  if (commands !== null && checks === null) return { step: 'check', pass: pass.name, commands }
  return pass.name === execPass ? (decideUnchanged(state) ?? decideGate(state)) : undefined
}

/** Where there is work already, it is looked at first: a change to be reviewed, a draft, what is replayed. */
function writesFirst(state: RunState, { name, hasWritten, review: last }: PassState, { first }: PassRow): boolean {
  if (first === 'look' || hasWritten || last !== null) return false
  if (name === planPass) return state.draft === null
  return name !== execPass || !(state.hasExecuted || state.plan?.source === 'review-only')
}

function decideFirst(state: RunState, pass: PassState, row: PassRow): RunAction {
  const { check } = row
  return check?.onFailure === 'roll-back' && pass.checks === null && isMendingUnknown(state)
    ? { step: 'check', pass: pass.name, commands: check.commands }
    : write(state, pass, row)
}

function fix(state: RunState, pass: PassState, row: PassRow): RunAction {
  return decideLimit(state, pass, row) ?? write(state, pass, row)
}

function write(state: RunState, pass: PassState, { writer }: PassRow): RunAction {
  const { name, rejections, review: last, checks } = pass
  const since = pass.writingSince ?? state.point
  if (writer === null || since === null) throw new Error(`nobody writes in the pass ${name}`)
  const problems = rejections.at(-1)?.problems ?? []
  if (rejections.length >= mostAttempts)
    return failed(`The ${writer} gave no answer that counts: ${problems.join('; ')}`)
  return {
    step: 'write',
    pass: name,
    role: writer,
    round: nextRound(state, pass),
    attempt: rejections.length + 1,
    problems,
    hasWorked: rejections.some(({ usedNoTool }) => usedNoTool !== true),
    issues: last?.issues ?? [],
    broke: brokenIn(state, checks),
    since,
  }
}

/** Only a person knows whether the work was there before: also hands-free. */
function decideUnchanged(state: RunState): RunAction | undefined {
  const isKnown = state.answers.some(
    ({ question, answer }) => question.kind === 'unchanged' && answer.choice !== 'stop',
  )
  return hasDoneNothing(state) && !isKnown ? ask(state, 'unchanged', []) : undefined
}

/** Once for each time that the execution is entered; what it finds is repaired in ordinary rounds. */
function decideGate(state: RunState): RunAction | undefined {
  if (!policyOf(state).gate || state.gate !== null) return undefined
  if (state.gateFailure !== null) return failed(`The adversarial gate gave no answer that counts: ${state.gateFailure}`)
  return { step: 'gate', round: (state.rounds[gatePhase] ?? 0) + 1 }
}

function decideClean(state: RunState, { name }: PassState): RunAction | undefined {
  const stage = stageOf(name)
  if (stage === null) return { step: 'approve-plan', text: state.draft ?? '' }
  const next = passAfter(stage, name, state.ran)
  if (next !== undefined) return { step: 'enter', pass: next }
  const holds = stagesBefore(stage).every((before) => state.completed.includes(before))
  return holds && holdsNow(state) ? { step: 'complete', stage, why: 'nothing is left to mend' } : undefined
}

function failed(reason: string): Step<'end'> {
  return { step: 'end', outcome: 'failed', reason, blockedBy: null }
}
