import { readEnvironment } from '../../config/environment.ts'
import { LoopError } from '../../errors.ts'

const [defaultCycles, mostCycles] = [2, 4]

/** How many fixes there may be after finished work was reviewed. Whether the number can be used is asked before anything is paid for. */
export function fixCycles(cycles?: number): number {
  const name = 'POST_LOOP_REVIEW_CYCLES'
  const variable = readEnvironment().variables[name]?.trim() ?? ''
  if (cycles !== undefined) return checked('cycles', cycles, String(cycles))
  return variable === '' ? defaultCycles : checked(name, /^\d+$/.test(variable) ? Number(variable) : -1, variable)
}

function checked(name: string, cycles: number, found: string): number {
  if (Number.isSafeInteger(cycles) && cycles >= 0 && cycles <= mostCycles) return cycles
  throw new LoopError('usage', { problem: `${name} must be a number from 0 to ${mostCycles}, found "${found}"` })
}
