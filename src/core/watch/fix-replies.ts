import { type LoopState, lastRound, policyOf } from '../loop/state.ts'
import { redact } from '../values/redact.ts'
import type { CollectedItem } from './collect-items.ts'
import { isMadeOf } from './group-items.ts'
import type { OwnAnswer } from './own-replies.ts'

/** What is to be said about an item: what was done, or why nothing was. */
export interface FixReply {
  readonly kind: OwnAnswer
  readonly words: string
}

/** The reply to an item of a group; undefined: none. */
export type ReplyTo = (group: string, item: CollectedItem) => FixReply | undefined

/**
 * What to say about the last fix. `push`: what it fixed, and what its fixer left with a reason. `pause`: only what it left. `end`: also
 * what was fixed and reverted; a session that goes on later may try that again.
 */
export function fixReplies(state: LoopState, when: 'push' | 'pause' | 'end'): ReplyTo | null {
  const lastFixed = state.rounds.findLast(({ fix }) => fix !== null)
  const isReverted = when === 'end' && lastFixed?.fix?.rolledBack != null
  const { fix, ledger } = (isReverted ? lastFixed : lastRound(state)) ?? { fix: null, ledger: [] }
  const result = fix?.results.at(-1)
  const fixed = when === 'push' && fix?.rolledBack === null && fix.commit !== null ? (result?.addressed ?? []) : []
  const tried = isReverted ? (fix?.results ?? []).flatMap(({ addressed }) => addressed) : []
  // The built-in fixer only applies exact suggestions: an agent may still fix the rest.
  const left = result === undefined || result.outcome.agent === 'builtin' ? [] : result.unable
  const skipped = [
    ...tried.map(({ id }) => ({ id, words: `a fix was tried and taken back: ${fix?.rolledBack?.why}.` })),
    ...left.map(({ id, reason }) => ({ id, words: reason })),
  ]
  const replies = new Map<string, FixReply>([
    ...fixed.map(({ id, how }) => [id, replyWith('fixed', how)] as const),
    ...skipped.map(({ id, words }) => [id, replyWith('skipped', words)] as const),
  ])
  if (replies.size === 0) return null
  // Only about what the fixer was given: what joined a group since then, or was worded anew, nobody has dealt with.
  return (group, item) => {
    const entry = ledger.find(({ finding }) => finding.id === group && isMadeOf(finding, item))
    return entry && replies.get(entry.id)
  }

  function replyWith(kind: OwnAnswer, words: string): FixReply {
    return { kind, words: withoutCommands(words, policyOf(state).validate) }
  }
}

/** A command line may hold a password or the address of a machine, and anybody reads a thread. One short word is only a name. */
export function withoutCommands(words: string, commands: readonly string[]): string {
  const long = commands.filter((command) => /\s/.test(command.trim()) || command.length > 30)
  const spellings = long.flatMap((command) => [command, redact(command, [])])
  const longestFirst = spellings.sort((one, other) => other.length - one.length)
  return longestFirst.reduce((text, command) => text.replaceAll(command, 'a validation command'), words)
}
