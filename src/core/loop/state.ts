import type { FixResult, Gate, Usage, Verdict } from '../../types.ts'
import type { UnverifiedClaim } from './claims.ts'
import { hasTrait } from './reviewer-traits.ts'
import type {
  FixCertificate,
  LedgerEntry,
  LoopOutcome,
  LoopPolicy,
  LoopQuestion,
  LoopReason,
  SessionEvent,
  SessionFact,
  ValidationResult,
  WorkPoint,
} from './types.ts'
import type { UndoneFix } from './undone-fix.ts'

/** What became of the findings of one round. */
export interface FixRecord {
  /** One, and a second one when the first was sent back because validations failed. */
  readonly results: readonly FixResult[]
  /** For each result, once they were run. A commit hook that refuses is among them. */
  readonly validations: readonly (readonly ValidationResult[])[]
  /** The files after the last result. */
  readonly point: WorkPoint
  readonly commit: string | null
  /** It is committed, or the last commit has its files as it left them. */
  readonly isSettled: boolean
  /** Somebody else changed files since: it cannot be taken back without touching their work. */
  readonly isMixed: boolean
  /** Why it was taken back, with the revert commit where there was a commit. */
  readonly rolledBack: { readonly why: string; readonly commit: string | null } | null
  /** The earlier fix that it takes back; null: none. */
  readonly undoes: UndoneFix | null
  /** Who decided otherwise while it was made; null: nobody. */
  readonly unwanted: string | null
}

/** One review that came to an end, and the fix that followed it. */
export interface RoundRecord {
  readonly round: number
  readonly point: WorkPoint
  readonly verdict: Verdict
  /** What this review left to be looked at, and how much of that holds the loop up: as its document says. */
  readonly found: { readonly all: number; readonly blocking: number }
  /** Ids that hold the loop up now; a roll-back takes back what its fix had brought. */
  readonly blocking: readonly string[]
  readonly document: string | null
  /** What the reviewer itself said. */
  readonly gate: Gate
  /** Why it gives no further round; null: it does not say so. */
  readonly final: string | null
  /** Who did not speak in time. */
  readonly missing: readonly string[]
  /** Whose request for changes stands. */
  readonly objectors: readonly string[]
  /** Why nobody can merge it yet. */
  readonly barriers: readonly string[]
  /** Of the review and of its fix. */
  readonly usage: Usage
  /** The ledger after this review: what a roll-back goes back to. */
  readonly ledger: readonly LedgerEntry[]
  /** The claims that were open after this review. */
  readonly claims: readonly UnverifiedClaim[]
  readonly fix: FixRecord | null
}

export interface LoopState {
  readonly started: Extract<SessionFact, { type: 'session-started' }> | null
  readonly baseline: readonly ValidationResult[] | null
  /** The commands once more, each after so many rounds: somebody else had changed the files. */
  readonly rechecks: readonly { readonly after: number; readonly validations: readonly ValidationResult[] }[]
  /** The files are in other hands since the commands ran, or were: what they said may not be true any more. */
  readonly needsRecheck: boolean
  /** A person had it in their hands, by answer (a): it is reviewed before anything else. */
  readonly handedBack: boolean
  /** Paths that validation commands left behind; a folder ends with a slash. They are no part of the work. */
  readonly outputs: readonly string[]
  readonly rounds: readonly RoundRecord[]
  /** Reviews in a row that came to no verdict; they consume no round. */
  readonly silentReviews: readonly Gate[]
  readonly ledger: readonly LedgerEntry[]
  /** Blocking claims that could not be checked and that nobody has decided. */
  readonly claims: readonly UnverifiedClaim[]
  readonly certificates: readonly FixCertificate[]
  /** The last round whose closed findings were certified. */
  readonly certifiedRound: number
  /** Times that it went on by itself on a head that somebody else pushed: each takes the place of a review. */
  readonly moves: number
  /** Reviews that are allowed by now. */
  readonly allowedRounds: number
  /** A person wants to go on although nothing speaks for it, after so many rounds. */
  readonly insistedAfter: number | null
  /** What they were asked about then. */
  readonly insistedOn: LoopReason | null
  /** Asked and not answered. */
  readonly question: LoopQuestion | null
  readonly answer: Extract<SessionFact, { type: 'answered' }> | null
  /** Somebody else changed the branch or the files, and nobody has said yet what to do. */
  readonly userChange: string | null
  /** An effect that was begun; if nothing follows it, it was cut off. */
  readonly intended: { readonly step: string; readonly point: WorkPoint } | null
  /** The files as the loop left them last. */
  readonly point: WorkPoint | null
  readonly usage: Usage
  readonly outcome: LoopOutcome | null
  readonly reason: string
  /** Threads of it that were closed as fixed, by their ids, and the commits that fixed them. */
  readonly resolved: readonly { readonly thread: string; readonly commit: string }[]
  /** How the pull request ended that was watched; null: it is open, or there is none. */
  readonly pullRequest: 'merged' | 'closed' | null
  /** Commits that are only here then, as `git cherry-pick` takes them; null: there are none. */
  readonly unpushed: string | null
}

export function policyOf({ started }: LoopState): LoopPolicy {
  if (started === null) throw new Error('the journal does not begin with the start of a session')
  return started.policy
}

/** `--resume` has nothing to go on with. After answer (a) it has: the work of a person. */
export function isOver(state: LoopState): boolean {
  const { outcome, answer } = state
  return outcome !== null && !isUnanswered(state) && (answer?.answer !== 'a' || isAtCap(state))
}

/**
 * In the middle of something that changes files, or between a fix and its commit: going on with it undoes what was left, or finishes
 * it.
 */
export function isCutOff(state: LoopState): boolean {
  const fix = lastRound(state)?.fix ?? null
  const isPending = fix !== null && !fix.isSettled && fix.rolledBack === null
  return (state.intended !== null || isPending) && !isOver(state)
}

/** Asked about what the fixer left, or about a fix that was taken back, a person said to go on, and nobody has reviewed since. */
export function wantsLeft(state: LoopState): boolean {
  const { insistedAfter, insistedOn, rounds } = state
  const isTakenBack = insistedOn === 'oscillation' && lastRound(state)?.fix?.rolledBack != null
  return insistedAfter === rounds.length && (insistedOn === 'unable' || isTakenBack)
}

/** It ended because no answer came that counts. */
export function isUnanswered(state: LoopState): boolean {
  return hasTrait(state, 'answers-once') && state.outcome === 'inconclusive' && state.pullRequest === null
}

/** There was the last review that there can be. */
export function isAtCap(state: LoopState): boolean {
  return state.rounds.length >= policyOf(state).hardCap
}

/** Whose fix a roll-back takes back: the last one's, or, where a review came after it, that of the one before. */
export function fixedRound({ rounds }: LoopState): RoundRecord {
  const [before, last] = [rounds.at(-2), rounds.at(-1)]
  const round = last?.fix === null ? before : last
  if (round === undefined) throw new Error('the journal speaks of a fix that was not made')
  return round
}

export const lastRound = ({ rounds }: LoopState): RoundRecord | undefined => rounds.at(-1)

/** The commit that a loop ended on, also when its result is shown again later. */
export function endOf(events: readonly SessionEvent[]): string | null {
  const ended = events.findLast(({ type }) => type === 'ended')
  return ended?.type === 'ended' ? ended.head : null
}
