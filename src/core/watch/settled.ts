import type { LoopState } from '../loop/state.ts'
import type { LoopReason } from '../loop/types.ts'
import type { Gathered } from './gather.ts'

/** Whether nobody asks any more for what a session asks a person about: whoever closed it has answered. */
export function isSettled({ question, ledger }: LoopState, gathered: readonly Gathered[]): boolean {
  if (question === null || !aboutFindings.has(question.reason) || question.remaining.length === 0) return false
  const asked = new Set(ledger.flatMap(({ id, finding }) => (question.remaining.includes(id) ? [finding.id] : [])))
  // Who has it fixed by a command has answered, too.
  const isOrdered = ({ held, wantedBy }: Gathered) =>
    question.reason === 'reviewer' && held === null && wantedBy !== null
  return !gathered.some((each) => asked.has(each.id) && each.actionable && each.status !== 'closed' && !isOrdered(each))
}

const aboutFindings: ReadonlySet<LoopReason> = new Set(['limit', 'reviewer', 'oscillation', 'unable', 'fix_failed'])
