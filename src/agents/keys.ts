import type { AgentSettings } from '../types.ts'
import type { CliBackend } from './backend.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** The variables of this agent and no others: its key under the name it expects, and what the configuration names. */
export function keysFor(backend: CliBackend, settings: AgentSettings, variables: Variables): Record<string, string> {
  const [usual] = backend.keys
  const named = settings.keyEnv === null ? undefined : variables[settings.keyEnv]
  // A key that is named is the only one: another vendor's key must not go to the address beside it.
  const own = settings.keyEnv === null ? backend.keys : []
  return {
    ...pick(variables, [...own, ...settings.env]),
    ...(usual === undefined || named === undefined ? {} : { [usual]: named }),
  }
}

function pick(variables: Variables, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = variables[name]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
}
