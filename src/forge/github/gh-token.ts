import { homedir } from 'node:os'
import { cleanEnvironment, run, searchPath, signingVariables } from '../../io/exec.ts'
import { findProgram } from '../../io/which.ts'

const patienceMs = 10_000

/**
 * The token of whoever is logged in with GitHub's own program. Null: it is not there, or nobody is. What it says about that is
 * not shown: nobody asked for it.
 */
export async function tokenOfGh(
  server: string,
  configFolder: string | null,
  signal: AbortSignal,
): Promise<string | null> {
  const program = findProgram('gh', searchPath())
  if (program === undefined) return null
  const { code, stdout } = await run(program, ['auth', 'token', '--hostname', server], {
    // Not where somebody else's repository could have a say.
    cwd: homedir(),
    // Without our own tokens: it would say those again, for whatever server. It may ask the keyring of the desktop.
    env: cleanEnvironment({ ...signingVariables(), ...(configFolder === null ? {} : { GH_CONFIG_DIR: configFolder }) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
  })
  signal.throwIfAborted()
  const token = stdout.toString('utf8').trim()
  return code === 0 && /^[\x21-\x7e]{1,1000}$/.test(token) ? token : null
}
