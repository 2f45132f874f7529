import { addUsage } from '../../cost/usage.ts'
import { isThrough } from '../../loop/post-review.ts'
import { deliveryBlock } from '../delivery-block.ts'
import { reviewOnlyPlan } from '../session-file/session-plan.ts'
import type { SessionStart } from '../session-file/start-session.ts'
import { gatePhase, passes, preflightPass, type RoundPhase, stageTable } from '../stage-table.ts'
import { completeStage } from '../stages.ts'
import { emptyRun } from './empty-run.ts'
import type { Checked, Fact, RunEvent, RunFact } from './facts.ts'
import { answered, decided } from './fold-answer.ts'
import { imported } from './fold-import.ts'
import * as inPass from './fold-pass.ts'
import { cleared, driftAccepted, driftWithdrawn, isOwnDrift } from './fold-tree.ts'
import { isOver, type RunState } from './state.ts'

/** The state of a run from its journal. Resume is: read the events, fold, go on. */
export function foldRun(events: readonly RunEvent[]): RunState {
  return events.reduce(foldFact, emptyRun)
}

export function foldFact(state: RunState, fact: RunFact): RunState {
  if (fact.type === 'intended') return { ...state, intended: fact }
  const next = apply(state, fact)
  return {
    ...next,
    intended: null,
    ...('wrote' in fact ? afterCommands(state, fact) : {}),
    usage: 'usage' in fact ? addUsage(state.usage, fact.usage) : state.usage,
  }
}

function afterCommands({ outputs }: RunState, { validations, wrote, left }: Checked): Partial<RunState> {
  const commands = validations.map(({ command }) => command)
  return {
    outputs: [...new Set([...outputs, ...wrote])],
    commandsLeft: left === undefined ? null : { commands, point: left },
  }
}

function apply(state: RunState, fact: Exclude<RunFact, { type: 'intended' }>): RunState {
  switch (fact.type) {
    case 'run-started':
      return { ...state, started: fact, policy: fact.policy, plan: planOf(fact.begin) }
    case 'work-read':
      return { ...state, work: fact, point: fact.point }
    case 'imported':
      return imported(state, fact)
    case 'resumed':
      return resumed(state, fact)
    case 'undone':
      return state
    case 'baseline-validated':
      return { ...state, baseline: fact.validations }
    case 'entered':
      return inPass.entered(state, fact)
    case 'written':
      return inPass.written(state, fact)
    case 'writer-rejected':
      return inPass.rejected(state, fact)
    case 'reviewed':
      return inPass.reviewed(state, fact)
    case 'reviewer-failed':
      return inPass.withPass(state, (pass) => ({ ...pass, failures: [...pass.failures, fact.failure] }))
    case 'checked':
      return inPass.checked(state, fact)
    case 'rolled-back':
      return inPass.rolledBack(state, fact)
    case 'plan-approved':
      return { ...leftPass(state), plan: { source: 'reviewer-approved', text: fact.text }, draft: null }
    case 'gate-passed':
      return withRound({ ...state, gate: 'passed' }, gatePhase, fact)
    case 'gate-skipped':
      return withRound({ ...state, gate: 'skipped' }, gatePhase, fact)
    case 'gate-blocked':
      return withRound(inPass.gateBlocked(state, fact), gatePhase, fact)
    case 'stage-completed':
      return { ...leftPass(state), completed: completeStage(state.completed, fact.stage), validFor: state.point }
    case 'cleared':
      return cleared(state, fact.why)
    case 'preflight':
      return withRound(
        inPass.withPass({ ...state, preflightAt: state.point }, (pass) => ({ ...pass, preflight: fact })),
        passes[preflightPass].phase,
        fact,
      )
    case 'ignores-written':
      return { ...state, toClear: stageTable[passes[preflightPass].phase].written.event, point: fact.point }
    case 'drift-found':
      return { ...state, drift: fact }
    case 'drift-accepted':
      return driftAccepted(state, fact)
    case 'drift-withdrawn':
      return driftWithdrawn(state, fact)
    case 'asked':
      return { ...state, question: fact.question }
    case 'answered':
      return answered(state, fact)
    case 'decided':
      return decided(state, fact)
    case 'undecided':
      return { ...state, isUndecided: true }
    case 'stopped':
      return over(state, { outcome: 'stopped', reason: `--stop-after ${fact.stopPoint}` }, 'stopped')
    case 'delivered':
      return delivered(state, fact)
    case 'interrupted':
      // Before the files are read nothing can have been left half done: nobody has to be asked about it.
      return state.work === null ? state : { ...state, block: deliveryBlock(state.block, { type: 'interrupted' }) }
    case 'ended':
      return { ...state, outcome: fact.outcome, reason: fact.reason, block: fact.blockedBy ?? state.block }
    case 'post-review-started':
      return { ...state, postReviewSession: fact.loop }
    case 'post-reviewed':
      return postReviewed(state, fact)
  }
}

function withRound(state: RunState, phase: RoundPhase, { round }: { readonly round: number }): RunState {
  return { ...state, rounds: { ...state.rounds, [phase]: round } }
}

function planOf(begin: SessionStart | null): RunState['plan'] {
  if (begin?.entry === 'execute-from-plan') return { source: 'user-supplied', text: begin.plan }
  return begin?.entry === 'review-only' ? reviewOnlyPlan : null
}

/** What ended begins again where it was; what was tried too often may be tried again. What was delivered is over. */
function resumed(state: RunState, { policy, revalidates }: Fact<'resumed'>): RunState {
  if (isOver(state)) return { ...state, policy }
  const wasOver = state.outcome !== null
  const pass = state.pass === null ? null : { ...state.pass, rejections: [], failures: [] }
  return {
    ...state,
    ...(wasOver
      ? { drift: isOwnDrift(state) ? null : state.drift, driftAcceptedBy: null, question: null, ending: null }
      : {}),
    policy,
    pass,
    commandEdits: state.commandEdits && (revalidates ? { ...state.commandEdits, point: null } : state.commandEdits),
    checked: revalidates === true || state.outcome === 'blocked' ? null : state.checked,
    roundsHere: 0,
    driftsHere: 0,
    changedByHook: null,
    gateFailure: null,
    isUndecided: false,
    isBlockOpen: state.block !== null,
    blockReason: state.outcome === 'blocked' ? state.reason : state.blockReason,
    outcome: null,
    reason: '',
  }
}

/** What a hook made of the files is validated from the beginning before it is over. */
function delivered(state: RunState, { point, changedByHook: files }: Fact<'delivered'>): RunState {
  if (files.length === 0) return { ...over(state, { outcome: 'delivered', reason: '' }, 'delivered'), point }
  const changedByHook = { files, isAgain: state.changedByHook !== null }
  return { ...cleared({ ...state, point, changedByHook }, 'hook-written'), ran: [], open: null }
}

/** What its fixes changed is another tree than the one that was validated. */
function postReviewed(state: RunState, { review, point }: Fact<'post-reviewed'>): RunState {
  const completed = review.files.length > 0 ? [] : state.completed
  const next = { ...state, postReview: review, point, completed }
  if (isThrough(review)) return { ...next, outcome: 'delivered', reason: '' }
  const outcome = review.outcome === 'inconclusive' ? 'failed' : 'blocked'
  return { ...next, outcome, reason: `The review after the run: ${review.reason}` }
}

function leftPass(state: RunState): RunState {
  return { ...state, pass: null, ran: state.pass === null ? state.ran : [...state.ran, state.pass.name] }
}

function over(state: RunState, end: Pick<RunState, 'outcome' | 'reason'>, type: 'stopped' | 'delivered'): RunState {
  return { ...state, ...end, block: deliveryBlock(state.block, { type }) }
}
