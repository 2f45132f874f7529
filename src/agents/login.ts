import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeWhole } from '../io/files.ts'
import type { AgentSettings } from '../types.ts'
import type { CliBackend } from './backend.ts'

/** How this agent gets the right to use a model, as a clause. */
export function howToLogIn(backend: CliBackend, settings: AgentSettings): string {
  if (settings.keyEnv !== null) return `set ${settings.keyEnv} to a valid key`
  const key = `set ${backend.keys[0] ?? 'its key'}`
  // Where no file is brought into the isolated home, a log-in does not help.
  if (backend.login.length === 0) return key
  return `${key}, or log in with: ${logins[backend.program] ?? backend.program}`
}

/** For programs that have a command for it; the others ask when they are started. */
const logins: Readonly<Record<string, string>> = {
  claude: 'claude auth login',
  codex: 'codex login',
  opencode: 'opencode auth login',
}

/**
 * People who log in instead of setting a key have a file in their home. The isolated home gets a copy, and when the program
 * renewed it, the renewed one goes back: the old one may no longer be valid.
 */
export function bringLogin(
  backend: CliBackend,
  home: string,
  keys: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string | undefined>>,
): () => void {
  const owner = variables.HOME
  if (owner === undefined || backend.keys.some((name) => keys[name] !== undefined)) return () => {}
  const brought = backend.login
    .map((path) => ({ from: join(owner, path), to: join(home, path) }))
    .filter(({ from }) => existsSync(from))
    .map(({ from, to }) => {
      mkdirSync(dirname(to), { recursive: true })
      copyFileSync(from, to)
      return { from, to, content: readFileSync(to, 'utf8') }
    })
  return () => {
    for (const { from, to, content } of brought) {
      const renewed = existsSync(to) ? readFileSync(to, 'utf8') : content
      if (renewed !== content && renewed.trim() !== '') writeWhole(from, Buffer.from(renewed))
    }
  }
}
