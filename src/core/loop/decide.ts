import { knownCost } from '../cost/usage.ts'
import { firstFew } from '../values/first-few.ts'
import { findOscillation, isStuck, isWorse } from './convergence.ts'
import { holdsUp } from './entry-status.ts'
import { blockingValidations, latestValidations, loopGate } from './loop-gate.ts'
import { hasTrait } from './reviewer-traits.ts'
import { type FixRecord, type LoopState, lastRound, policyOf, type RoundRecord } from './state.ts'
import type { LedgerEntry, LoopAnswer, LoopOutcome, LoopQuestion, LoopReason, ValidationResult } from './types.ts'
import type { UndoneFix } from './undone-fix.ts'
import { comparison } from './validations.ts'
import { whyBlocked } from './why-blocked.ts'

/** What the runner does next. Every step is one effect, written down before and after. */
export type LoopAction =
  /** Uncommitted work is committed where that is asked for, and the files are read. */
  | { readonly step: 'record' }
  | { readonly step: 'baseline' }
  | { readonly step: 'review'; readonly round: number }
  | {
      readonly step: 'fix'
      readonly round: number
      /** Set when the fix before it broke these. */
      readonly broke: readonly ValidationResult[]
    }
  | { readonly step: 'validate'; readonly round: number; readonly attempt: number }
  | { readonly step: 'commit'; readonly round: number }
  /** Without a commit: files go back to what they were before the fix. */
  | { readonly step: 'restore'; readonly round: number; readonly why: string }
  /** After a commit: a revert of the last one. */
  | { readonly step: 'revert'; readonly round: number; readonly why: string }
  | { readonly step: 'certify'; readonly round: number }
  | { readonly step: 'answer'; readonly answer: LoopAnswer; readonly why: string; readonly question: AskedBy }
  | { readonly step: 'ask'; readonly question: AskedBy }
  | { readonly step: 'wait'; readonly question: LoopQuestion }
  | { readonly step: 'end'; readonly outcome: LoopOutcome; readonly reason: string }

/** What no journal says. */
export interface Spent {
  readonly elapsedMs: number
}

/** A question without its words. */
export interface AskedBy {
  readonly round: number
  readonly reason: LoopReason
  readonly remaining: readonly string[]
  readonly allowed: readonly LoopAnswer[]
}

/** Reviews without a verdict, in a row, before the loop gives up on them. */
const mostSilentReviews = 2

/** The next step, from what is written down alone. Pure: the same journal always goes on the same way. */
export function decide(state: LoopState, spent: Spent = { elapsedMs: 0 }): LoopAction {
  if (state.outcome !== null) return { step: 'end', outcome: state.outcome, reason: state.reason }
  if (state.question !== null) return waitOrAnswer(state, state.question)
  if (state.answer?.answer === 'a') return { step: 'end', outcome: 'blocked', reason: 'Left to a person, as answered.' }
  if (state.answer?.answer === 'b') {
    return { step: 'end', outcome: 'accepted', reason: `${state.answer.by} accepts what is left: ${state.answer.why}` }
  }
  if (state.userChange !== null) return escalate(state, 'user_changed')
  if (state.point === null) return { step: 'record' }
  if ((state.baseline === null || state.needsRecheck) && policyOf(state).validate.length > 0)
    return { step: 'baseline' }
  const last = lastRound(state)
  // Before anything is paid for a change whose own tests reach for our records.
  if (last === undefined && !insists(state) && latestValidations(state).some(({ tampered }) => tampered !== undefined))
    return escalate(state, 'validation')
  // Whatever else is due: a review would publish it.
  if (last?.fix?.unwanted != null && last.fix.rolledBack === null && !last.fix.isMixed)
    return takeBack(last, last.round, last.fix.unwanted)
  if (last === undefined || state.silentReviews.length > 0 || state.handedBack) return reviewOrGiveUp(state, spent)
  return last.fix === null ? afterReview(state, last, spent) : afterFix(state, last.fix, spent)
}

/** A policy that answers by itself does so right after it asked; a crash may come between the two. */
function waitOrAnswer(state: LoopState, question: LoopQuestion): LoopAction {
  const action = escalate(state, question.reason)
  return action.step === 'answer' ? action : { step: 'wait', question }
}

function reviewOrGiveUp(state: LoopState, spent: Spent): LoopAction {
  if (isSpent(state, spent)) return escalate(state, 'budget')
  if (state.silentReviews.length >= (hasTrait(state, 'answers-once') ? 1 : mostSilentReviews)) {
    const reason = state.silentReviews.at(-1)?.reasons[0] ?? 'The review came to no verdict.'
    const end = { step: 'end', outcome: 'inconclusive', reason } as const
    // Outside nobody is asked the same twice; and since the answer may still come, the fix that waits for it stays.
    return hasTrait(state, 'answers-once') ? end : endOf(state, end)
  }
  return nextReview(state, spent)
}

/** Never more reviews than allowed: what the last one left goes to a person. */
function nextReview(state: LoopState, spent: Spent): LoopAction {
  if (state.rounds.length >= state.allowedRounds) return escalate(state, 'limit')
  if (isSpent(state, spent)) return escalate(state, 'budget')
  return { step: 'review', round: state.rounds.length + 1 }
}

function afterReview(state: LoopState, last: RoundRecord, spent: Spent): LoopAction {
  const previous = state.rounds.at(-2)
  if (previous !== undefined && !hasTrait(state, 'own-pace') && isFixOf(previous, last) && isWorse(previous, last)) {
    return takeBack(previous, last.round, 'it brought more that blocks than it closed')
  }
  if (needsCertificates(state, last.round)) return { step: 'certify', round: last.round }
  if (last.final !== null && !insists(state)) return escalate(state, 'reviewer')
  const gate = loopGate(state)
  if (gate.result === 'pass') return { step: 'end', outcome: 'approved', reason: whyPassed(last) }
  const waitsForPerson = state.claims.length > 0 && !insists(state)
  if (gate.result === 'inconclusive') return waitsForPerson ? escalate(state, 'unverified') : nextReview(state, spent)
  if (last.blocking.length === 0) return insists(state) ? nextReview(state, spent) : escalate(state, 'validation')
  if (!insists(state) && findOscillation(state).length > 0) return escalate(state, 'oscillation')
  if (!insists(state) && !hasTrait(state, 'own-pace') && isStuck(state)) return escalate(state, 'stuck')
  if (state.rounds.length >= state.allowedRounds) return escalate(state, 'limit')
  if (isSpent(state, spent)) return escalate(state, 'budget')
  return { step: 'fix', round: last.round, broke: [] }
}

/** With what a reviewer that lets it pass has to say about that. */
function whyPassed({ gate: { result, reasons } }: RoundRecord): string {
  return ['The gate passed.', ...(result === 'pass' ? reasons : [])].join(' ')
}

function afterFix(state: LoopState, fix: FixRecord, spent: Spent): LoopAction {
  const { round } = lastRound(state)!
  const undoes = wantsCircle(state) ? null : fix.undoes
  if (undoes !== null && (fix.rolledBack !== null || fix.isMixed)) return escalate(state, 'oscillation')
  if (fix.rolledBack !== null || fix.isSettled) return nextReview(state, spent)
  const result = fix.results.at(-1)!
  // With the work of somebody else in it, it is reviewed as it is.
  const refuse = (why: string): LoopAction => (fix.isMixed ? nextReview(state, spent) : { step: 'restore', round, why })
  // A second try that fails leaves the first one in place, and that one breaks something.
  if (result.status !== 'fixed' && fix.results.length > 1) {
    const [broken] = comparison(beforeFix(state), fix.validations[0] ?? []).newlyFailing
    return refuse(`${broken?.command ?? 'a validation command'} fails with it, and the second try failed`)
  }
  if (result.status !== 'fixed' && insists(state)) return nextReview(state, spent)
  if (result.status === 'failed') return escalate(state, isSpent(state, spent) ? 'budget' : 'fix_failed')
  if (result.status === 'unable') return escalate(state, 'unable')
  // What the fixer does not own up to may be somebody else's work.
  if (result.unnamedFiles.length > 0 && !insists(state)) return escalate(state, 'user_changed')
  if (undoes !== null) return { step: 'restore', round, why: undoneText(undoes) }
  // Its own checks would pass because of it.
  if (result.checkFiles !== undefined && !insists(state)) return escalate(state, 'checks_changed')
  const { validate, commit, scopeGuard } = policyOf(state)
  if (scopeGuard === 'strict' && result.beyondFiles.length > 0) {
    return refuse(`it touched files beyond its findings: ${result.beyondFiles.join(', ')}`)
  }
  const own = fix.validations[fix.results.length - 1]
  // What others review is out before they do: the built-in checks look at it, with commands or without.
  const isChecked = validate.length > 0 || hasTrait(state, 'sees-pushed')
  if (isChecked && own === undefined) return { step: 'validate', round, attempt: fix.results.length }
  const broke = comparison(beforeFix(state), own ?? []).newlyFailing
  if (broke.length > 0 && fix.results.length === 1) return { step: 'fix', round, broke }
  if (broke.length > 0) return refuse(`${broke[0]!.command} fails with it, also after a second try`)
  return commit ? { step: 'commit', round } : nextReview(state, spent)
}

/** Whether a person who was asked about going in circles said to go on: in this round, or after the fix of the one before was taken back. */
function wantsCircle({ insistedAfter, insistedOn, rounds }: LoopState): boolean {
  const isAsked = insistedOn === 'oscillation' || insistedOn === 'reviewer'
  return isAsked && insistedAfter !== null && insistedAfter >= rounds.length - 1
}

function undoneText({ round, files }: UndoneFix): string {
  return `it brings back what the fix of round ${round} replaced in ${firstFew(files, 3).join(', ')}`
}

/** What the validations said before this fix. */
function beforeFix(state: LoopState): readonly ValidationResult[] {
  return latestValidations({ ...state, rounds: state.rounds.slice(0, -1) })
}

/** Whether a review looked at the fix of the one before, and at nothing else. */
function isFixOf({ fix, point }: RoundRecord, review: RoundRecord): boolean {
  if (fix === null || fix.rolledBack !== null || fix.isMixed) return false
  return fix.commit !== null || (fix.point.tree === review.point.tree && fix.point.tree !== point.tree)
}

function takeBack({ fix }: RoundRecord, round: number, why: string): LoopAction {
  return { step: fix?.commit == null ? 'restore' : 'revert', round, why }
}

/** Blocking findings that the last review closed. */
export function closedIn({ ledger }: LoopState, round: number): readonly LedgerEntry[] {
  return ledger.filter(
    ({ status, blocking, history }) => status === 'fixed' && blocking && history.at(-1)?.round === round,
  )
}

function needsCertificates(state: LoopState, round: number): boolean {
  return round > state.certifiedRound && closedIn(state, round).length > 0
}

/** Somebody asked for one more round after what is there now. */
function insists({ insistedAfter, rounds }: LoopState): boolean {
  return insistedAfter === rounds.length
}

function isSpent(state: LoopState, { elapsedMs }: Spent): boolean {
  const { maxDollars, maxTimeMs } = policyOf(state)
  return (maxDollars !== null && knownCost(state.usage) >= maxDollars) || (maxTimeMs !== null && elapsedMs >= maxTimeMs)
}

/**
 * To a person, or by what was decided beforehand. Going on is only for the limit, accepting only for findings; what nobody
 * reviewed cannot be accepted.
 */
function escalate(state: LoopState, reason: LoopReason): LoopAction {
  const { onLimit, hardCap } = policyOf(state)
  const canGoOn = state.rounds.length < hardCap && reason !== 'budget'
  const question: AskedBy = {
    round: state.rounds.length,
    reason,
    remaining: [...state.ledger.filter(holdsUp), ...state.claims].map(({ id }) => id),
    allowed: ['a', ...(state.rounds.length > 0 ? (['b'] as const) : []), ...(canGoOn ? (['c'] as const) : [])],
  }
  if (onLimit === 'ask') return { step: 'ask', question }
  if (onLimit === 'continue' && (reason === 'limit' || reason === 'reviewer') && canGoOn) {
    return { step: 'answer', answer: 'c', why: '--on-limit continue', question }
  }
  if (onLimit === 'accept' && acceptable.has(reason) && blockingValidations(state).length === 0) {
    return { step: 'answer', answer: 'b', why: '--on-limit accept', question }
  }
  const end = { step: 'end', outcome: 'blocked', reason: whyBlocked(reason, state) } as const
  return reason === 'user_changed' ? end : endOf(state, end)
}

/** Nobody was asked, so nobody has seen the last fix: without a review it does not stay. */
function endOf(state: LoopState, end: LoopAction): LoopAction {
  const last = lastRound(state)
  if (last === undefined || !isUnreviewed(last, state)) return end
  return takeBack(last, last.round, 'there was no review of it')
}

/** A fix is what makes the files other than they were reviewed, and nobody else touched them. */
function isUnreviewed({ fix, point }: RoundRecord, state: LoopState): boolean {
  const isThere = fix !== null && fix.rolledBack === null && !fix.isMixed && state.point?.tree === fix.point.tree
  return isThere && fix.point.tree !== point.tree
}

const acceptable: ReadonlySet<LoopReason> = new Set(['limit', 'stuck', 'oscillation', 'unable', 'reviewer'])
