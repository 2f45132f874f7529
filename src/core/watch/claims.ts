import type { FixResult } from '../../types.ts'
import { type LoopState, lastRound, type RoundRecord } from '../loop/state.ts'
import type { Claim, ClaimOf } from './answers.ts'
import { isMadeOf } from './gather.ts'

/** What is to be said about the fix of a round: what was done, and what its fixer left with a reason. */
export function claimsOf(round: RoundRecord): ClaimOf {
  const { fix } = round
  const result = fix?.results.at(-1)
  const fixed = fix?.rolledBack === null && fix.commit !== null ? (result?.addressed ?? []) : []
  return claimsAbout(round, [
    ...fixed.map(({ id, how }) => ({ id, kind: 'fixed', words: how }) as const),
    ...leftBy(result),
  ])
}

/** What the last fixer left; null: nothing. */
export function leftAtLast(state: LoopState): ClaimOf | null {
  const last = lastRound(state)
  const left = leftBy(last?.fix?.results.at(-1))
  return last === undefined || left.length === 0 ? null : claimsAbout(last, left)
}

/** The same, with what it fixed in a way that did not stay. */
export function leftOrTried(state: LoopState): ClaimOf | null {
  const last = state.rounds.findLast(({ fix }) => fix !== null)
  const why = last?.fix?.rolledBack?.why
  if (last === undefined || why === undefined) return leftAtLast(state)
  const words = `a fix was tried and taken back: ${why}.`
  const tried = last.fix?.results.flatMap(({ addressed }) => addressed) ?? []
  const left = leftBy(last.fix?.results.at(-1))
  return claimsAbout(last, [...tried.map(({ id }) => ({ id, kind: 'skipped', words }) as const), ...left])
}

type Said = Claim & { readonly id: string }

/** Only about what the fixer was given: what joined a problem since then, or was worded anew, nobody has dealt with. */
function claimsAbout({ ledger }: RoundRecord, said: readonly Said[]): ClaimOf {
  const claims = new Map(said.map((claim) => [claim.id, claim]))
  return (problem, item) => {
    // The ledger may know a problem by an older id.
    const entry = ledger.find(({ finding }) => finding.id === problem && isMadeOf(finding, item))
    return entry && claims.get(entry.id)
  }
}

/** Who only applies exact suggestions has decided nothing: an agent may still fix the rest. */
function leftBy(result: FixResult | undefined): readonly Said[] {
  if (result === undefined || result.outcome.agent === 'builtin') return []
  return result.unable.map(({ id, reason }) => ({ id, kind: 'skipped', words: reason }))
}
