import type { ClaimDecision, Finding, Gate } from '../../types.ts'
import { wordForWord } from '../values/words.ts'
import { claimText } from '../verdict/gate.ts'
import type { UncountedFinding, UnverifiedClaim } from './claims.ts'
import { holdsUp } from './entry-status.ts'
import type { Done } from './ledger.ts'
import { acceptClaim } from './person-decisions.ts'
import { repeats } from './repeats.ts'
import type { UncheckedClaim } from './result.ts'
import type { LoopState } from './state.ts'
import type { LedgerEntry } from './types.ts'

// Blocking claims that no review could check. A person decides them, or a later review places or refutes them.

/** Something that should have spoken did not. A claim that waits for a person is no silence. */
export function isSilent({ result, unverified }: Gate): boolean {
  return result === 'inconclusive' && unverified === undefined
}

interface ReviewedClaims {
  readonly unverified?: readonly UnverifiedClaim[]
  readonly uncounted?: readonly UncountedFinding[]
  readonly findings: readonly Finding[]
  readonly refuted: readonly Finding[]
  readonly waived: readonly Finding[]
}

/** As for findings, silence closes a claim only where its file changed since, and what is said so that it does not count is no silence. */
export function claimsAfter(
  claims: readonly UnverifiedClaim[],
  { unverified = [], uncounted = [], findings, refuted, waived }: ReviewedClaims,
  done: Done | null,
): readonly UnverifiedClaim[] {
  const said = [...unverified, ...findings, ...refuted, ...waived]
  const isSaid = (claim: UnverifiedClaim) => said.some((finding) => isSameClaim(claim, finding))
  const isTouched = ({ file }: UnverifiedClaim) => done === null || (file !== null && done.files.includes(file))
  const isRepeated = (claim: UnverifiedClaim) => uncounted.some((found) => repeats(found, claim, done?.files))
  const isOpen = (claim: UnverifiedClaim) => !isSaid(claim) && (!isTouched(claim) || isRepeated(claim))
  return [...unverified, ...claims.filter(isOpen)]
}

/** With those that a fix had closed, after it was taken back. What became of the others is in the ledger. */
export function claimsAgain(
  claims: readonly UnverifiedClaim[],
  earlier: readonly UnverifiedClaim[],
  ledger: readonly LedgerEntry[],
): readonly UnverifiedClaim[] {
  const known = [...claims, ...ledger.map(({ finding }) => finding)]
  return [...claims, ...earlier.filter((claim) => !known.some((finding) => isSameClaim(claim, finding)))]
}

/** Whether a finding says what the claim did. */
export function isSameClaim(claim: UnverifiedClaim, { id, file, title }: Finding): boolean {
  return id === claim.id || (file === claim.file && wordForWord(title) === wordForWord(claim.title))
}

export function decisionsAbout(
  { claims }: Pick<LoopState, 'claims'>,
  decisions: readonly ClaimDecision[],
): readonly ClaimDecision[] {
  return decisions.filter(({ id }) => claims.some((claim) => claim.id === id))
}

/** An accepted claim is a finding that blocks, a dismissed one is gone. Without any left, the question about them is answered. */
export function withDecisions(state: LoopState, decisions: readonly ClaimDecision[]): LoopState {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]))
  const claims = state.claims.filter(({ id }) => !byId.has(id))
  if (claims.length === state.claims.length) return state
  const ledger = state.claims.reduce((known, { reason: _reason, ...finding }) => {
    const decision = byId.get(finding.id)
    return decision?.decision === 'accept' ? acceptClaim(known, finding, state.rounds.length, decision) : known
  }, state.ledger)
  const blocking = ledger.filter(holdsUp).map(({ id }) => id)
  const rounds = state.rounds.map((record, index) => ({
    ...record,
    claims: record.claims.filter(({ id }) => !byId.has(id)),
    ...(index === state.rounds.length - 1 ? { blocking, ledger } : {}),
  }))
  const isAnswered = claims.length === 0 && state.question?.reason === 'unverified'
  return { ...state, claims, ledger, rounds, question: isAnswered ? null : state.question }
}

/** 'F-1a2b3c4d (P1, src/a.ts:3, Title): The quoted code is nowhere in the file.' */
export function claimLine(claim: UncheckedClaim): string {
  return `${claim.id} (${claimText(claim)}): ${claim.reason}`
}
