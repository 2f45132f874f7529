import { withDecisions } from './open-claims.ts'
import { accept } from './person-decisions.ts'
import { isAtCap, isUnanswered, type LoopState, policyOf } from './state.ts'
import type { LoopLimits, SessionFact } from './types.ts'

// What a person answers, and what is gone on with.

export function answered(state: LoopState, event: Extract<SessionFact, { type: 'answered' }>): LoopState {
  const { question } = state
  const next = { ...state, question: null, answer: event, userChange: null }
  if (event.answer === 'c') {
    const allowedRounds = oneMore(state)
    // It may be mended, or it comes and goes.
    const needsRecheck = state.needsRecheck || question?.reason === 'validation'
    const insistedOn = question?.reason ?? null
    return { ...next, allowedRounds, insistedAfter: state.rounds.length, insistedOn, needsRecheck }
  }
  if (event.answer === 'b') return { ...next, ledger: accept(state.ledger, question?.round ?? 0, event.by, event.why) }
  return next
}

/** After answer (a) a person has worked on it: it is reviewed again, as far as the cap allows. */
export function resumed(begun: LoopState, event: Extract<SessionFact, { type: 'resumed' }>): LoopState {
  const { decisions = [] } = event
  const decided = withDecisions(begun, decisions)
  const state = event.limits === undefined ? decided : withLimits(decided, event.limits)
  const isHandedBack = state.answer?.answer === 'a' && !isAtCap(state)
  if (!isHandedBack && !isUnanswered(state) && !event.reopened) return state
  const isChanged = state.point?.tree !== event.point.tree
  const needsRecheck = isHandedBack || state.needsRecheck || isChanged
  const handed = { handedBack: true, needsRecheck, point: event.point, silentReviews: [], ...notEnded }
  const counts = event.moved
    ? { moves: state.moves + 1, allowedRounds: state.allowedRounds - 1 }
    : { allowedRounds: oneMore(state) }
  return { ...(isChanged ? mixed(state) : state), ...handed, answer: null, ...counts }
}

const notEnded = { outcome: null, reason: '', pullRequest: null, unpushed: null }

/** Somebody else changed files: no fix that is in them is taken back any more. */
export function mixed(state: LoopState): LoopState {
  const rounds = state.rounds.map((record) =>
    record.fix === null ? record : { ...record, fix: { ...record.fix, isMixed: true } },
  )
  return { ...state, rounds }
}

/** At least one more review, as far as the cap allows. */
function oneMore(state: LoopState): number {
  return Math.min(policyOf(state).hardCap, Math.max(state.allowedRounds, state.rounds.length + 1))
}

/** A budget that somebody raises answers the question about it. */
function withLimits(state: LoopState, limits: LoopLimits): LoopState {
  const started = state.started && { ...state.started, policy: { ...state.started.policy, ...limits } }
  return { ...state, started, question: state.question?.reason === 'budget' ? null : state.question }
}
