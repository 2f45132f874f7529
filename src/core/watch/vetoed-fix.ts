import { type LoopState, lastRound } from '../loop/state.ts'
import type { LoopReason } from '../loop/types.ts'
import type { ItemGroup } from './group-items.ts'

// What people say on the pull request about a session that runs.

/** Why the last fix is to be reverted: somebody objected while it was made. Null: nobody did, or a person decided later. */
export function whyVetoed(state: LoopState, groups: readonly ItemGroup[]): string | null {
  const last = lastRound(state)
  const fix = last?.fix ?? null
  if (last === undefined || fix === null || last.final !== null) return null
  if (fix.rolledBack !== null || fix.unwanted !== null || fix.isMixed) return null
  const addressed = new Set(fix.results.flatMap((result) => result.addressed.map(({ id }) => id)))
  const fixed = new Set(last.ledger.filter(({ id }) => addressed.has(id)).map(({ finding }) => finding.id))
  const vetoed = groups.find(({ id, held }) => held !== null && fixed.has(id))
  const title = vetoed?.members[0]?.title.replace(/\.$/, '')
  return vetoed === undefined ? null : `${vetoed.held}, and said so while it was fixed: ${title}`
}

/** Whether a question needs no answer any more, because what it asks about was closed, or ordered to be fixed, on the pull request. */
export function isAnsweredThere({ question, ledger }: LoopState, groups: readonly ItemGroup[]): boolean {
  if (question === null || !aboutFindings.has(question.reason) || question.remaining.length === 0) return false
  const asked = new Set(ledger.flatMap(({ id, finding }) => (question.remaining.includes(id) ? [finding.id] : [])))
  const isOrdered = ({ held, wantedBy }: ItemGroup) =>
    question.reason === 'reviewer' && held === null && wantedBy !== null
  return !groups.some((each) => asked.has(each.id) && each.actionable && each.status !== 'closed' && !isOrdered(each))
}

const aboutFindings: ReadonlySet<LoopReason> = new Set(['limit', 'reviewer', 'oscillation', 'unable', 'fix_failed'])
