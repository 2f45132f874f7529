import type { WorkPoint } from '../../loop/types.ts'
import { pathsOfCommands } from '../drift.ts'
import { execStage } from '../stage-table.ts'
import { clearingBy, type StageEvent, stageOf } from '../stages.ts'
import type { Fact } from './facts.ts'
import { leftBehind } from './fold-pass.ts'
import { isSamePoint, type RunState } from './state.ts'

/** Planning does not rest on the tree. */
export function cleared(state: RunState, why: StageEvent): RunState {
  const { completed, pass, plan, replays } = state
  const { keepsPass, byOthers } = clearingBy(why)
  const stays = keepsPass || plan === null
  const stage = pass === null ? null : stageOf(pass.name)
  const isReplay = completed.length > 0 && stage !== null && stage !== execStage && !byOthers
  return {
    ...state,
    completed: [],
    toClear: null,
    replays: isReplay ? { count: replays.count + 1, by: stage } : replays,
    left: stays ? state.left : leftBehind(state),
    pass: !stays || pass === null ? null : { ...pass, unsettled: null },
  }
}

/**
 * Nothing has validated this tree yet. What a round of this pass left open may be resolved in it, and is looked at first; what
 * was open before, in the words of another tool perhaps, is still for the executor to resolve.
 */
export function driftAccepted(state: RunState, { by }: Fact<'drift-accepted'>): RunState {
  const { drift, plan, pass, open, hasExecuted, baseline, commandEdits } = state
  if (drift === null) throw new Error('the journal accepts a drift that was not found')
  const paths = pathsOfCommands(drift.reasons)
  const taken = {
    ...state,
    drift: null,
    driftAcceptedBy: null,
    question: null,
    changedByHook: null,
    driftsHere: state.driftsHere + 1,
    commandEdits:
      paths === null
        ? commandEdits
        : { paths: [...new Set([...(commandEdits?.paths ?? []), ...paths])], by, point: drift.point },
    point: drift.point,
    baseline: hasExecuted ? baseline : null,
  }
  const why = drift.kind === 'drift' ? 'drift-accepted' : 'baseline-backfilled'
  const isOfPass = pass !== null && (pass.hasWritten || pass.criticals.length > 0)
  return { ...cleared(taken, why), ...(plan === null ? {} : { ran: [], open: isOfPass ? null : open }) }
}

/** Whatever is asked now is asked about the files as they are. */
export function driftWithdrawn(state: RunState, { point }: Fact<'drift-withdrawn'>): RunState {
  const { question } = state
  return {
    ...state,
    drift: null,
    driftAcceptedBy: null,
    question: question?.kind === 'drift' ? null : question,
    ...(point === undefined ? {} : { point, validFor: point }),
  }
}

/** Found against the files as this run left them, and so found again as long as it is there; not against what another tool says. */
export function isOwnDrift({ drift, point }: RunState): boolean {
  return drift !== null && !isSamePoint(drift.point, point)
}

/** Null as long as the files are as they were when the drift was found. */
export function withdrawalOf({ drift, point }: RunState, found: WorkPoint): Fact<'drift-withdrawn'> | null {
  if (drift === null || isSamePoint(drift.point, found)) return null
  return { type: 'drift-withdrawn', isAsLeft: isSamePoint(point, found) }
}
