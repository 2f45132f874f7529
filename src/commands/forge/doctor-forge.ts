import type { Environment } from '../../config/environment.ts'
import { LoopError } from '../../errors.ts'
import type { Check } from '../../report/review/checks.ts'
import { pickForge } from './pick-forge.ts'
import type { WantedForge } from './reached.ts'

/** Where the token for the forge comes from, never what it is. The forge is not asked. */
export async function forgeChecks(variables: Environment['variables'], wanted: WantedForge): Promise<readonly Check[]> {
  const reached = await pickForge(variables, wanted).catch(mistakeOf)
  if (reached instanceof LoopError) return [check('the forge', 'missing', reached.message, reached.hint)]
  const { forge, server, token } = reached
  if ('problem' in token) return [check(forge, 'absent', token.problem, null)]
  return [check(forge, 'ok', `${token.value} (for ${server})`, null)]
}

function mistakeOf(error: unknown): LoopError {
  if (error instanceof LoopError) return error
  throw error
}

function check(forge: string, status: Check['status'], detail: string, hint: string | null): Check {
  return { group: `${forge} (needed to speak to it)`, name: 'token', status, detail, hint }
}
