import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { plain } from '../core/agents/select.ts'
import { cliBackends } from '../registry.ts'
import type { AgentSettings } from '../types.ts'
import type { CliBackend } from './backend.ts'
import { type AgentProblem, checkAgent, type Surroundings } from './check-agent.ts'
import { keysFor } from './keys.ts'
import { howToLogIn } from './login.ts'
import { locateProgram, packagedVersion } from './program.ts'

/** The first agent that can be used here: a configured one, else a program with a key or a log-in. */
export async function findUsable(
  configured: readonly AgentSettings[],
  here: Surroundings,
): Promise<AgentSettings | undefined> {
  const known = configured.filter(({ kind }) => kind !== 'replay' && kind !== 'builtin')
  for (const settings of [...known, ...Object.keys(cliBackends).map(plain)]) {
    const { problem, access } = await lookAt(settings, here)
    if (problem === null && access.kind !== 'none') return settings
  }
  return undefined
}

export interface AgentPresence {
  /** What is certain to keep it from being used. */
  readonly problem: AgentProblem | null
  readonly access: Access
  /** Of the program, where that is easily known. */
  readonly version: string | null
}

/** Where its right to use a model comes from. `own`: that is its own business. */
export type Access =
  | { readonly kind: 'key' | 'log-in' | 'own' }
  /** Nothing was found; some programs keep a log-in where we do not look. */
  | { readonly kind: 'none'; readonly advice: string }

export async function lookAt(settings: AgentSettings, here: Surroundings): Promise<AgentPresence> {
  const backend = await cliBackends[settings.kind]?.()
  const problem = await checkAgent(settings, here)
  if (backend === undefined) return { problem, access: { kind: 'own' }, version: null }
  const program = locateProgram(backend, settings, here)
  const version = program === undefined ? null : packagedVersion(program)
  return { problem, access: accessOf(backend, settings, here.variables), version }
}

function accessOf(backend: CliBackend, settings: AgentSettings, variables: Surroundings['variables']): Access {
  const keys = keysFor(backend, settings, variables)
  if (backend.keys.some((name) => keys[name] !== undefined)) return { kind: 'key' }
  const home = variables.HOME
  const hasLogin = home !== undefined && backend.login.some((path) => existsSync(join(home, path)))
  return hasLogin ? { kind: 'log-in' } : { kind: 'none', advice: howToLogIn(backend, settings) }
}
