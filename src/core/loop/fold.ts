import type { Usage } from '../../types.ts'
import { addUsage, noUsage } from '../cost/usage.ts'
import { fixTouched } from './convergence.ts'
import { doneSince } from './done-since.ts'
import { holdsUp } from './entry-status.ts'
import { answered, mixed, resumed } from './fold-person.ts'
import { afterApproval, afterReview, standingAfter } from './ledger.ts'
import { verdictOver } from './loop-gate.ts'
import { claimsAfter, claimsAgain, isSameClaim, isSilent } from './open-claims.ts'
import { hasTrait } from './reviewer-traits.ts'
import { rolledBackTo } from './roll-back.ts'
import { type FixRecord, fixedRound, type LoopState, lastRound, type RoundRecord } from './state.ts'
import type { SessionEvent, SessionFact, ValidationResult } from './types.ts'

export const emptyState: LoopState = {
  started: null,
  baseline: null,
  rechecks: [],
  needsRecheck: false,
  handedBack: false,
  outputs: [],
  rounds: [],
  silentReviews: [],
  ledger: [],
  claims: [],
  certificates: [],
  certifiedRound: 0,
  moves: 0,
  allowedRounds: 0,
  insistedAfter: null,
  insistedOn: null,
  question: null,
  answer: null,
  userChange: null,
  intended: null,
  point: null,
  usage: noUsage,
  outcome: null,
  reason: '',
  resolved: [],
  pullRequest: null,
  unpushed: null,
}

/** The state of a loop from its journal. Resume is: read the events, fold, go on. */
export function fold(events: readonly SessionEvent[]): LoopState {
  return events.reduce(foldEvent, emptyState)
}

export function foldEvent(state: LoopState, event: SessionFact): LoopState {
  if (event.type === 'intended') {
    const { step, point } = event
    return { ...state, intended: { step, point } }
  }
  return { ...apply(state, event), intended: null }
}

function apply(state: LoopState, event: Exclude<SessionFact, { type: 'intended' }>): LoopState {
  switch (event.type) {
    case 'session-started':
      return { ...state, started: event, allowedRounds: event.policy.maxRounds, outputs: event.outputs ?? [] }
    case 'work-recorded':
      return { ...state, point: event.point }
    case 'baseline-validated':
      return validated(withOutputs(state, event.wrote), event.validations)
    case 'round-reviewed':
      return reviewed(state, event)
    case 'fix-made':
      return {
        ...withFix(withUsage(state, event.fix.outcome.usage), (fix) => ({
          results: [...(fix?.results ?? []), event.fix],
          validations: fix?.validations ?? [],
          point: event.point,
          commit: null,
          isSettled: false,
          isMixed: fix?.isMixed ?? false,
          rolledBack: null,
          undoes: event.undoes ?? null,
          unwanted: null,
        })),
        point: event.point,
      }
    case 'fix-validated':
      return withValidations(withOutputs(state, event.wrote), event.attempt, event.validations)
    case 'fix-committed':
      return {
        ...withFix(state, (fix) => ({ ...must(fix), commit: event.commit, isSettled: true, point: event.point })),
        point: event.point,
        // A hook that changes files makes something else of what was validated.
        needsRecheck: state.needsRecheck || lastRound(state)?.fix?.point.tree !== event.point.tree,
      }
    case 'fix-unwanted':
      return withFix(state, (fix) => ({ ...must(fix), unwanted: event.why }))
    case 'rolled-back':
      return rolledBack(state, event)
    case 'thread-resolved':
      return { ...state, resolved: [...state.resolved, { thread: event.thread, commit: event.commit }] }
    case 'certified':
      return certified(state, event)
    case 'user-changed':
      return {
        ...mixed(state),
        userChange: event.why,
        point: event.found,
        // What somebody accepted was something else.
        answer: state.answer?.answer === 'b' ? null : state.answer,
        // What the validation commands said of other files says nothing about these.
        needsRecheck: state.needsRecheck || state.point?.tree !== event.found.tree,
      }
    case 'asked':
      return { ...state, question: event.question, answer: null }
    case 'answered':
      return answered(state, event)
    case 'resumed':
      return resumed(state, event)
    case 'interrupted':
      return state
    case 'ended':
      return { ...state, outcome: event.outcome, reason: event.reason }
  }
}

/** With a fix in the files, what the commands say is about that fix: it goes with it. */
function validated(state: LoopState, validations: readonly ValidationResult[]): LoopState {
  const next = { ...state, needsRecheck: false }
  if (state.baseline === null) return { ...next, baseline: validations }
  const fix = lastRound(state)?.fix
  if (fix != null && fix.rolledBack === null) return withValidations(next, fix.results.length, validations)
  return { ...next, rechecks: [...state.rechecks, { after: state.rounds.length, validations }] }
}

function withValidations(state: LoopState, attempt: number, validations: readonly ValidationResult[]): LoopState {
  return withFix(state, (fix) => ({
    ...must(fix),
    validations: [...must(fix).validations.slice(0, attempt - 1), validations],
  }))
}

type ReviewedFact = Extract<SessionFact, { type: 'round-reviewed' }>

/** A review without a verdict is no round: what should have spoken did not. */
function reviewed(state: LoopState, event: ReviewedFact): LoopState {
  const usage = addUsage(state.usage, event.usage)
  if (isSilent(event.gate)) {
    const pullRequest = event.ended ?? state.pullRequest
    const unpushed = event.unpushed ?? null
    return { ...state, usage, pullRequest, unpushed, silentReviews: [...state.silentReviews, event.gate] }
  }
  const isBinding = hasTrait(state, 'may-veto')
  const next = isBinding && event.gate.result === 'pass' ? afterApproval : afterReview
  const done = doneSince(lastRound(state), event)
  const commit = lastRound(state)?.fix?.commit ?? null
  // A pull request shows all that is asked for.
  const ledger = next(state.ledger, {
    ...event,
    tree: event.point.tree,
    commit,
    done,
    isBinding,
    isComplete: hasTrait(state, 'own-pace'),
    wasClaimed: (finding) => state.claims.some((claim) => isSameClaim(claim, finding)),
  })
  const standing = standingAfter(ledger, event.round)
  const claims = claimsAfter(state.claims, event, done)
  const record: RoundRecord = {
    round: event.round,
    point: event.point,
    verdict: verdictOver(standing, claims.length > 0),
    found: { all: standing.length, blocking: standing.filter(({ blocking }) => blocking).length },
    blocking: ledger.filter(holdsUp).map(({ id }) => id),
    document: event.document,
    gate: event.gate,
    final: event.final ?? null,
    missing: event.missing ?? [],
    objectors: event.objectors ?? [],
    barriers: event.barriers ?? [],
    usage: event.usage,
    ledger,
    claims,
    fix: null,
  }
  const rounds = [...state.rounds, record]
  return { ...state, usage, ledger, claims, silentReviews: [], rounds, point: event.point, handedBack: false }
}

/** A fix that was not reviewed yet goes and the last review still holds; afterwards the one before it does. */
function rolledBack(state: LoopState, event: Extract<SessionFact, { type: 'rolled-back' }>): LoopState {
  const { why, commit, point, round } = event
  if (lastRound(state)?.fix != null) {
    const taken = withFix(state, (fix) => ({ ...must(fix), rolledBack: { why, commit }, point }))
    return { ...taken, point }
  }
  const before = fixedRound(state)
  const ledger = rolledBackTo(before.ledger, state.ledger, { round, commit, isOfFix: fixTouched(before) })
  const rounds = state.rounds.map((record, index) =>
    index === state.rounds.length - 2 && record.fix !== null
      ? { ...record, fix: { ...record.fix, rolledBack: { why, commit } } }
      : index === state.rounds.length - 1
        ? { ...record, blocking: ledger.filter(holdsUp).map(({ id }) => id), ledger, point }
        : record,
  )
  // The files are those of an earlier review, and so is what is known of them.
  const claims = claimsAgain(state.claims, before.claims, ledger)
  return { ...state, ledger, claims, rounds, point, certifiedRound: round }
}

/** A finding that was closed once more has a new certificate. */
function certified(state: LoopState, event: Extract<SessionFact, { type: 'certified' }>): LoopState {
  const ids = new Set(event.certificates.map(({ finding }) => finding))
  const others = state.certificates.filter(({ finding }) => !ids.has(finding))
  return { ...state, certificates: [...others, ...event.certificates], certifiedRound: event.round }
}

/** What a fix cost is added to its round and to the whole. */
function withUsage(state: LoopState, usage: Usage): LoopState {
  const rounds = state.rounds.map((record, index) =>
    index === state.rounds.length - 1 ? { ...record, usage: addUsage(record.usage, usage) } : record,
  )
  return { ...state, rounds, usage: addUsage(state.usage, usage) }
}

function withOutputs(state: LoopState, wrote: readonly string[] = []): LoopState {
  return { ...state, outputs: [...new Set([...state.outputs, ...wrote])] }
}

function withFix(state: LoopState, change: (fix: FixRecord | null) => FixRecord): LoopState {
  const rounds = state.rounds.map((record, index) =>
    index === state.rounds.length - 1 ? { ...record, fix: change(record.fix) } : record,
  )
  return { ...state, rounds }
}

function must(fix: FixRecord | null): FixRecord {
  if (fix === null) throw new Error('the journal speaks of a fix that was not made')
  return fix
}
