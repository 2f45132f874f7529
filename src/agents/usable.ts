import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { plain } from '../core/agents/select.ts'
import type { AgentKind, AgentSettings } from '../types.ts'
import type { CliBackend } from './backend.ts'
import { cliBackends } from './index.ts'
import { keysFor } from './keys.ts'
import { locateProgram } from './program.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** In the order in which `auto` tries them: programs with the strongest guarantees first. */
const programs: readonly AgentKind[] = ['claude', 'codex', 'copilot', 'gemini', 'qwen', 'opencode']

export interface AgentPresence {
  readonly settings: AgentSettings
  /** The program that would be started; null when it is not there. */
  readonly program: string | null
  /** Where its right to use a model comes from; null when there is none. */
  readonly access: 'key' | 'log-in' | null
}

/** The first agent that can be used here: a configured one, else a program with a key or a log-in. */
export async function findUsable(
  configured: readonly AgentSettings[],
  variables: Variables,
): Promise<AgentSettings | undefined> {
  const told = configured.find(({ kind }) => kind === 'api' || kind === 'command' || kind === 'acp')
  for (const settings of [...configured, ...programs.map(plain)]) {
    if (settings === told) return settings
    const presence = await lookFor(settings, variables)
    if (presence !== undefined && presence.program !== null && presence.access !== null) return settings
  }
  return undefined
}

/** Undefined for kinds that are no program we know. */
export async function lookFor(settings: AgentSettings, variables: Variables): Promise<AgentPresence | undefined> {
  const backend = await cliBackends[settings.kind]?.()
  if (backend === undefined) return undefined
  return {
    settings,
    program: locateProgram(backend, settings, variables) ?? null,
    access: accessOf(backend, settings, variables),
  }
}

function accessOf(backend: CliBackend, settings: AgentSettings, variables: Variables): AgentPresence['access'] {
  const keys = keysFor(backend, settings, variables)
  if (backend.keys.some((name) => keys[name] !== undefined)) return 'key'
  const home = variables.HOME
  return home !== undefined && backend.login.some((path) => existsSync(join(home, path))) ? 'log-in' : null
}
