import { hookedLine } from '../mixed-files.ts'
import type { RunAction } from './actions.ts'
import { brokenIn } from './broken.ts'
import { isSamePoint, policyOf, type RunState } from './state.ts'

/** All stages are complete. Whatever was skipped, or done by another tool, no delivery goes without these two. */
export function decideDelivery(state: RunState): RunAction {
  if (!isSamePoint(state.preflightAt, state.point)) return { step: 'enter', pass: 'security' }
  return decideCommands(state) ?? { step: 'deliver' }
}

/** The commit is made, and is not what was validated. */
export function decideHooked(state: RunState, files: readonly string[]): RunAction {
  return decideCommands(state) ?? { step: 'end', outcome: 'delivered', reason: hookedLine(files), blockedBy: null }
}

/** The commands on the files as they are. Undefined when they pass, or there are none. */
function decideCommands(state: RunState): RunAction | undefined {
  const { checked, point } = state
  if (!policyOf(state).validates) return undefined
  if (checked === null || !isSamePoint(checked.point, point)) return { step: 'check', pass: null, commands: 'suite' }
  const broken = brokenIn(state, checked.validations).map(({ command }) => command)
  if (broken.length === 0) return undefined
  const reason = `What was done does not pass: ${broken.join(', ')}.`
  return { step: 'end', outcome: 'blocked', reason, blockedBy: 'exec' }
}
