import { knownCost } from '../../cost/usage.ts'
import { budgetUsedUp } from '../../fix/remaining-budget.ts'
import { driftText, pathsOfCommands } from '../drift.ts'
import { execStage, planPass } from '../stage-table.ts'
import { executionWritten, missingStages, passAfter, skipReason, stageOf, stopsBefore } from '../stages.ts'
import type { RunAction, Step } from './actions.ts'
import { decideAfterHook, decideDelivery } from './decide-delivery.ts'
import { decideInPass } from './decide-pass.ts'
import { ask, askOrConsult } from './decide-question.ts'
import type { AskedQuestion } from './questions.ts'
import { holdsNow, isSamePoint, type PassState, policyOf, type RunState } from './state.ts'

/** How often later stages may send the run back to `exec` before it is blocked by the one that does. */
const mostReplays = 3

/** The next step, from what is written down alone. Pure: the same journal always goes on the same way. */
export function decideRun(state: RunState, spent: { readonly elapsedMs: number } = { elapsedMs: 0 }): RunAction {
  const action = decideUnpaid(state)
  const failure = state.outcome === null ? failureOf(action) : null
  if (!(isPaid(action) || failure !== null) || !isSpent(state, spent)) return action
  const reason = failure === null ? budgetUsedUp : `${budgetUsedUp} ${failure}`
  return { step: 'end', outcome: 'blocked', reason, blockedBy: null }
}

/** An agent that the end of the budget cut off has not failed, whichever attempt it was. */
function failureOf(action: RunAction): string | null {
  return action.step === 'end' && action.outcome === 'failed' ? action.reason : null
}

function decideUnpaid(state: RunState): RunAction {
  const { outcome, reason, ending, question, drift } = state
  if (outcome !== null) return { step: 'end', outcome, reason, blockedBy: state.block }
  if (state.work === null) return { step: 'read-work' }
  if (state.toClear !== null) return { step: 'clear', why: state.toClear }
  if (ending !== null) return { step: 'end', ...ending }
  if (question !== null) return decideAsked(state, question)
  if (state.isBlockOpen && state.block !== null)
    return ask(state, 'blocked', [state.block, ...(state.blockReason ? [state.blockReason] : [])])
  if (drift !== null) return decideDrift(state, drift)
  if (state.pass === null) return decideAfterHook(state) ?? decideNext(state)
  return decideForbidden(state, state.pass) ?? decideInPass(state, state.pass) ?? decideNext(state)
}

/** What was asked about the tree is answered by the flag of who resumes as well. */
function decideAsked(state: RunState, question: AskedQuestion): RunAction {
  return (question.kind === 'drift' ? acceptedByFlag(state) : undefined) ?? askOrConsult(state, question)
}

/** It was resumed with a stop point that lies before where it is. */
function decideForbidden(state: RunState, { name }: PassState): RunAction | undefined {
  const stage = stageOf(name)
  const { stopAfter } = policyOf(state)
  if (stage === null || !stopsBefore(stopAfter, stage)) return undefined
  return holdsNow(state) ? { step: 'stop', at: stopAfter } : { step: 'clear', why: executionWritten }
}

/** Always a decision of a person, made now or beforehand. */
function decideDrift(state: RunState, { reasons }: NonNullable<RunState['drift']>): RunAction {
  if (state.driftAcceptedBy !== null) return { step: 'accept-drift', by: state.driftAcceptedBy }
  const accepted = decideCommandEdits(state, reasons) ?? acceptedByFlag(state)
  if (accepted !== undefined) return accepted
  const about = reasons.length === 0 ? [unknownTree] : reasons.map(driftText)
  if (!policyOf(state).handsfree) return ask(state, 'drift', about)
  const reason = `The tree is not as the session has it (${about.join('; ')}). Look at it, then resume with --accept-external-state.`
  return { step: 'end', outcome: 'blocked', reason, blockedBy: null }
}

/**
 * What was accepted of commands holds where somebody has written since, as it is reviewed again. Where nobody has, they change the
 * files whenever they run: what was reviewed could never be what is delivered.
 */
function decideCommandEdits(
  { commandEdits, point }: RunState,
  reasons: NonNullable<RunState['drift']>['reasons'],
): RunAction | undefined {
  const paths = pathsOfCommands(reasons)
  if (commandEdits === null || paths?.every((path) => commandEdits.paths.includes(path)) !== true) return undefined
  if (!isSamePoint(commandEdits.point, point)) return { step: 'accept-drift', by: commandEdits.by }
  const reason = `The validation commands change what was reviewed every time they run (${reasons.map(driftText).join('; ')}). Resume with --validate COMMAND that changes no file.`
  return { step: 'end', outcome: 'blocked', reason, blockedBy: null }
}

function acceptedByFlag(state: RunState): RunAction | undefined {
  const isAccepted = policyOf(state).acceptExternal && state.driftsHere < mostDrifts
  return isAccepted ? { step: 'accept-drift', by: '--accept-external-state' } : undefined
}

/** What was decided beforehand was not meant for files that change again and again, by a command perhaps. */
const mostDrifts = 3

const unknownTree = 'it does not say what the tree was'

/** What is missing first comes next. Nothing is delivered as long as anything is. */
function decideNext(state: RunState): RunAction {
  const policy = policyOf(state)
  if (state.plan === null) return { step: 'enter', pass: planPass }
  if (policy.planOnly) return { step: 'end', outcome: 'planned', reason: 'The plan is approved.', blockedBy: null }
  if (!holdsNow(state)) return { step: 'clear', why: executionWritten }
  const [stage] = missingStages(state.completed)
  if (stopsBefore(policy.stopAfter, stage ?? 'delivery')) return { step: 'stop', at: policy.stopAfter }
  if (stage === undefined) return decideDelivery(state)
  if (stage === execStage && state.replays.count > mostReplays) return tooManyReplays(state)
  if (stage === execStage && needsBaseline(state)) return { step: 'baseline' }
  const skipped = skipReason(stage, policy)
  if (skipped !== null) return { step: 'complete', stage, why: skipped }
  const pass = passAfter(stage, null, state.ran)
  return pass === undefined ? { step: 'complete', stage, why: 'nothing is left to do' } : { step: 'enter', pass }
}

/** Once, before anybody executes. Work that is only reviewed is in the tree already: what fails with it is its own. */
function needsBaseline(state: RunState): boolean {
  const { validates } = policyOf(state)
  const isWorkThere = state.hasExecuted || state.plan?.source === 'review-only'
  return validates && state.baseline === null && !isWorkThere
}

function tooManyReplays({ replays }: RunState): Step<'end'> {
  const reason = `The ${replays.by} stage keeps changing what was approved; ${mostReplays} times are enough.`
  return { step: 'end', outcome: 'blocked', reason, blockedBy: replays.by }
}

/** Built-in checks cost nothing. */
function isPaid(action: RunAction): boolean {
  return (
    action.step === 'write' ||
    action.step === 'gate' ||
    action.step === 'consult' ||
    (action.step === 'review' && action.by === 'reviewer')
  )
}

function isSpent(state: RunState, { elapsedMs }: { readonly elapsedMs: number }): boolean {
  const { maxDollars, maxTimeMs } = policyOf(state)
  return (maxDollars !== null && knownCost(state.usage) >= maxDollars) || (maxTimeMs !== null && elapsedMs >= maxTimeMs)
}
