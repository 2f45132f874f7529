import { execStage, preflightPass } from '../stage-table.ts'
import type { RunAction } from './actions.ts'
import { failingCommands } from './failing-commands.ts'
import { isSamePoint, policyOf, type RunState } from './state.ts'

/** All stages are complete. Whatever was skipped, or done by another tool, no delivery goes without these two. */
export function decideDelivery(state: RunState): RunAction {
  if (!isSamePoint(state.preflightAt, state.point)) return { step: 'enter', pass: preflightPass }
  return decideCommands(state) ?? { step: 'deliver' }
}

/** What a hook made of the files is validated once. Where it changes that again, what is delivered never is what was validated. */
export function decideAfterHook({ changedByHook }: RunState): RunAction | undefined {
  if (changedByHook?.isAgain !== true) return undefined
  const reason = `Whenever it is committed, a hook changes ${changedByHook.files.join(', ')}: no stage is complete for that. Look at the commits, mend the hook, then resume.`
  return { step: 'end', outcome: 'blocked', reason, blockedBy: execStage }
}

/** The commands on the files as they are. Undefined when they pass, or there are none. */
function decideCommands(state: RunState): RunAction | undefined {
  const { checked, point } = state
  if (!policyOf(state).validates) return undefined
  if (checked === null || !isSamePoint(checked.point, point)) return { step: 'check', pass: null, commands: 'suite' }
  const broken = failingCommands(state, checked.validations).map(({ command }) => command)
  if (broken.length === 0) return undefined
  const reason = `What was done does not pass: ${broken.join(', ')}.`
  return { step: 'end', outcome: 'blocked', reason, blockedBy: execStage }
}
