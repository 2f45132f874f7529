import { type LoopState, lastRound } from '../loop/state.ts'
import type { CollectedItem } from './collected-item.ts'
import { isMadeOf } from './group-items.ts'
import type { OwnAnswer } from './own-replies.ts'

/** What is to be said about an item: what was done, or why nothing was. */
export type FixReply = { readonly kind: OwnAnswer; readonly words: string }

/** The reply to an item of a group; undefined: none. */
export type ReplyTo = (group: string, item: CollectedItem) => FixReply | undefined

/**
 * What to say about the last fix. `push`: what it fixed, and what its fixer left with a reason. `pause`: only what it left. `end`: also
 * what was fixed and reverted; a session that goes on later may try that again.
 */
export function fixReplies(state: LoopState, when: 'push' | 'pause' | 'end'): ReplyTo | null {
  const lastFix = state.rounds.findLast(({ fix }) => fix !== null)
  const isReverted = when === 'end' && lastFix?.fix?.rolledBack != null
  const { fix, ledger } = (isReverted ? lastFix : lastRound(state)) ?? { fix: null, ledger: [] }
  const result = fix?.results.at(-1)
  const isFixed = when === 'push' && fix?.rolledBack === null && fix.commit !== null
  const tried = isReverted ? fix?.results.flatMap(({ addressed }) => addressed) : []
  // The built-in fixer only applies exact suggestions: an agent may still fix the rest.
  const left = result?.outcome.agent === 'builtin' ? [] : result?.unable
  const reverted = `a fix was tried and taken back: ${fix?.rolledBack?.why}.`
  const replies = new Map<string, FixReply>([
    ...(isFixed ? (result?.addressed ?? []) : []).map(({ id, how }) => [id, { kind: 'fixed', words: how }] as const),
    ...(tried ?? []).map(({ id }) => [id, { kind: 'skipped', words: reverted }] as const),
    ...(left ?? []).map(({ id, reason }) => [id, { kind: 'skipped', words: reason }] as const),
  ])
  if (replies.size === 0) return null
  // Only about what the fixer was given: what joined a group since then, or was worded anew, nobody has dealt with.
  return (group, item) => {
    const entry = ledger.find(({ finding }) => finding.id === group && isMadeOf(finding, item))
    return entry && replies.get(entry.id)
  }
}
