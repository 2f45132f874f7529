import { type PassRow, stageTable } from '../stage-table.ts'
import type { RunAction } from './actions.ts'
import { brokenIn } from './broken.ts'
import { review } from './review-action.ts'
import type { PassState, RunState } from './state.ts'

/**
 * What becomes of a write after the execution was approved: it is rolled back if it breaks the build, a reviewer's look is enough if it is
 * prose, else nothing that was validated before holds any more. Undefined when there is none.
 */
export function decideWrites(state: RunState, pass: PassState, row: PassRow): RunAction | undefined {
  const { name, unsettled, checks, writtenSince } = pass
  const { check, phase, writes } = row
  const { written } = stageTable[phase]
  if (unsettled === null) return undefined
  if (check?.onFailure === 'roll-back') {
    if (checks === null) return { step: 'check', pass: name, commands: check.commands }
    const [broken] = brokenIn(state, checks)
    if (broken !== undefined && writtenSince !== null)
      return { step: 'roll-back', pass: name, to: writtenSince, why: `${broken.command} does not pass with it` }
  }
  if (state.completed.length === 0 || written === null) return undefined
  if (unsettled === 'prose' && writes === 'replay') return review(state, pass, 'replay')
  return { step: 'clear', why: written.event }
}
