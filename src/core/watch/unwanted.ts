import { type LoopState, lastRound } from '../loop/state.ts'
import type { Gathered } from './gather.ts'

/**
 * Why the last fix mends something that somebody spoke against while it was made; null: nobody did. Who was asked about it and said
 * to go on has decided later.
 */
export function whyUnwanted(state: LoopState, gathered: readonly Gathered[]): string | null {
  const last = lastRound(state)
  const fix = last?.fix ?? null
  if (last === undefined || fix === null || last.final !== null) return null
  if (fix.rolledBack !== null || fix.unwanted !== null || fix.isMixed) return null
  const addressed = new Set(fix.results.flatMap((result) => result.addressed.map(({ id }) => id)))
  const mended = new Set(last.ledger.filter(({ id }) => addressed.has(id)).map(({ finding }) => finding.id))
  const left = gathered.find(({ id, held }) => held !== null && mended.has(id))
  if (left === undefined) return null
  const title = left.members[0]?.title.replace(/\.$/, '')
  return `${left.held}, and said so while it was fixed: ${title}`
}
