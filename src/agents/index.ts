import { cliBackends, otherAgents } from '../registry.ts'
import type { Agent, AgentSettings } from '../types.ts'
import type { AgentMachine } from './agent-machine.ts'

/** Undefined for `builtin`, which is no agent that could be given a task. */
export async function createAgent(settings: AgentSettings, machine: AgentMachine): Promise<Agent | undefined> {
  const backend = await cliBackends[settings.kind]?.()
  if (backend === undefined) return (await otherAgents[settings.kind]?.())?.(settings, machine)
  const { createCliAgent } = await import('./cli-agent.ts')
  return createCliAgent(backend, settings, machine)
}
