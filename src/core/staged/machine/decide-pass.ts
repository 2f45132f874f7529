import { execPass, gatePhase, type PassRow, passes, planPass, stageTable } from '../stage-table.ts'
import { passAfter, stageOf, stagesBefore } from '../stages.ts'
import type { RunAction, Step } from './actions.ts'
import { decideLimit, decideRoundEnd } from './decide-limit.ts'
import { ask, decideQuestions } from './decide-question.ts'
import { decideSecurity } from './decide-security.ts'
import { failingCommands, mayHaveFixedCommands } from './failing-commands.ts'
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

/**
 * What becomes of a write after the execution was approved: it is rolled back if it breaks the build, a reviewer's look is enough if it is
 * prose, else nothing that was validated before holds any more. Undefined when there is none.
 */
function decideWrites(state: RunState, pass: PassState, row: PassRow): RunAction | undefined {
  const { name, unsettled, checks, writtenSince } = pass
  const { check, phase, writes } = row
  const { written } = stageTable[phase]
  if (unsettled === null) return undefined
  if (check?.onFailure === 'roll-back') {
    if (checks === null) return { step: 'check', pass: name, commands: check.commands }
    const [broken] = failingCommands(state, checks)
    if (broken !== undefined && writtenSince !== null)
      return { step: 'roll-back', pass: name, to: writtenSince, why: `${broken.command} does not pass with it` }
  }
  if (state.completed.length === 0 || written === null) return undefined
  if (unsettled === 'prose' && writes === 'replay') return review(state, pass, 'replay')
  return { step: 'clear', why: written.event }
}

/** Undefined when there is nothing left to look at, and nothing was found. */
function decideLook(state: RunState, pass: PassState, row: PassRow): RunAction | undefined {
  const { review: last, checks, hasWritten } = pass
  const commands = row.check?.onFailure === 'fix' ? row.check.commands : null
  if (commands !== null && failingCommands(state, checks).length > 0) return fix(state, pass, row)
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
  return check?.onFailure === 'roll-back' && pass.checks === null && mayHaveFixedCommands(state)
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
    broke: failingCommands(state, checks),
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

/** A look, or the end when the reviewer gave no valid answer too often. Nobody else is asked in its place. */
function review(state: RunState, pass: PassState, kind: 'look' | 'replay'): Step<'review' | 'end'> {
  const { name, failures, openRound } = pass
  const last = failures.at(-1)
  if (last !== undefined && failures.length > policyOf(state).reviewerRetries) {
    const reason = `The reviewer gave no answer that counts (${last.kind ?? 'failure'}): ${last.reason}`
    return failed(reason)
  }
  const by = kind === 'look' && passes[name].looker === 'checks' ? 'checks' : 'reviewer'
  const round = openRound ?? nextRound(state, pass)
  return { step: 'review', pass: name, by, kind, round, attempt: failures.length + 1 }
}

function nextRound({ rounds }: RunState, { name }: PassState): number {
  return (rounds[passes[name].phase] ?? 0) + 1
}

function failed(reason: string): Step<'end'> {
  return { step: 'end', outcome: 'failed', reason, blockedBy: null }
}
