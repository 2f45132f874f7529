import type { FixResult } from '../../types.ts'
import { type LoopState, lastRound, policyOf, type RoundRecord } from '../loop/state.ts'
import { redact } from '../values/redact.ts'
import type { OwnAnswer } from './conversation.ts'
import { isMadeOf } from './gather.ts'
import type { RaisedItem } from './raised.ts'

/** What is to be said about a problem: what was done, or why nothing was. */
export interface Claim {
  readonly kind: OwnAnswer
  readonly words: string
}

/** What is to be said about an item of a problem; undefined: nothing. */
export type ClaimOf = (problem: string, item: RaisedItem) => Claim | undefined

/** What is to be said about the fix of a round: what was done, and what its fixer left with a reason. */
export function claimsOf(state: LoopState, round: RoundRecord): ClaimOf {
  const { fix } = round
  const result = fix?.results.at(-1)
  const fixed = fix?.rolledBack === null && fix.commit !== null ? (result?.addressed ?? []) : []
  return claimsAbout(state, round, [
    ...fixed.map(({ id, how }) => ({ id, kind: 'fixed', words: how }) as const),
    ...leftBy(result),
  ])
}

/** What the last fixer left; null: nothing. */
export function leftAtLast(state: LoopState): ClaimOf | null {
  const last = lastRound(state)
  const left = leftBy(last?.fix?.results.at(-1))
  return last === undefined || left.length === 0 ? null : claimsAbout(state, last, left)
}

/** The same, with what it fixed in a way that did not stay. */
export function leftOrTried(state: LoopState): ClaimOf | null {
  const last = state.rounds.findLast(({ fix }) => fix !== null)
  const why = last?.fix?.rolledBack?.why
  if (last === undefined || why === undefined) return leftAtLast(state)
  const words = `a fix was tried and taken back: ${why}.`
  const tried = last.fix?.results.flatMap(({ addressed }) => addressed) ?? []
  const left = leftBy(last.fix?.results.at(-1))
  return claimsAbout(state, last, [...tried.map(({ id }) => ({ id, kind: 'skipped', words }) as const), ...left])
}

type Said = Claim & { readonly id: string }

/** Only about what the fixer was given: what joined a problem since then, or was worded anew, nobody has dealt with. */
function claimsAbout(state: LoopState, { ledger }: RoundRecord, said: readonly Said[]): ClaimOf {
  const commands = policyOf(state).validate
  const claims = new Map(said.map((claim) => [claim.id, { ...claim, words: withoutCommands(claim.words, commands) }]))
  return (problem, item) => {
    // The ledger may know a problem by an older id.
    const entry = ledger.find(({ finding }) => finding.id === problem && isMadeOf(finding, item))
    return entry && claims.get(entry.id)
  }
}

/** A command line is for who typed it: anybody reads a thread, and it may hold a password or the address of a machine. */
export function withoutCommands(words: string, commands: readonly string[]): string {
  return commands
    .filter((command) => /\s/.test(command.trim()) || command.length > longestName)
    .flatMap((command) => [command, redact(command, [])])
    .sort((one, other) => other.length - one.length)
    .reduce((text, command) => text.replaceAll(command, 'a validation command'), words)
}

/** One word is the name of a command. */
const longestName = 30

/** Who only applies exact suggestions has decided nothing: an agent may still fix the rest. */
function leftBy(result: FixResult | undefined): readonly Said[] {
  if (result === undefined || result.outcome.agent === 'builtin') return []
  return result.unable.map(({ id, reason }) => ({ id, kind: 'skipped', words: reason }))
}
