import { type Environment, githubVariables } from '../../config/environment.ts'
import { LoopError } from '../../errors.ts'
import type { Check } from '../../report/review/checks.ts'
import { githubAccess, type WantedAccess } from './github-access.ts'

/** Where the token for GitHub comes from, never what it is. GitHub is not asked. */
export async function githubChecks(
  variables: Environment['variables'],
  wanted: WantedAccess,
): Promise<readonly Check[]> {
  const access = await githubAccess(githubVariables(variables), wanted).catch(mistakeOf)
  if (access instanceof LoopError) return [check('missing', access.message, access.hint)]
  const { server, origin, problem } = access
  if (origin === null) return [check('absent', problem ?? 'none', null)]
  return [check('ok', `${origin} (for ${server})`, null)]
}

function mistakeOf(error: unknown): LoopError {
  if (error instanceof LoopError) return error
  throw error
}

function check(status: Check['status'], detail: string, hint: string | null): Check {
  return { group: 'GitHub (needed to speak to it)', name: 'token', status, detail, hint }
}
