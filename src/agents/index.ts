import type { AgentKind, AgentSettings } from '../types.ts'
import type { Agent, AgentMachine } from './agent.ts'
import type { CliBackend } from './backend.ts'

type Create = (settings: AgentSettings, machine: AgentMachine) => Promise<Agent>

/** The agent programs we know; adding one is one file and one line here. */
export const cliBackends: Readonly<Partial<Record<AgentKind, () => Promise<CliBackend>>>> = {
  claude: async () => (await import('./claude.ts')).claude,
  codex: async () => (await import('./codex.ts')).codex,
  copilot: async () => (await import('./copilot.ts')).copilot,
  gemini: async () => (await import('./gemini.ts')).gemini,
  qwen: async () => (await import('./qwen.ts')).qwen,
  opencode: async () => (await import('./opencode.ts')).opencode,
}

const others: Readonly<Partial<Record<AgentKind, Create>>> = {
  api: async (settings, machine) => (await import('./api.ts')).createApiAgent(settings, machine),
  acp: async (settings, machine) => (await import('./acp.ts')).createAcpAgent(settings, machine),
  command: async (settings, machine) => (await import('./command.ts')).createCommandAgent(settings, machine),
  replay: async (settings, machine) => (await import('./replay.ts')).createReplayAgent(settings, machine),
}

/** Undefined for `builtin`, which is no agent that could be given a task. */
export async function createAgent(settings: AgentSettings, machine: AgentMachine): Promise<Agent | undefined> {
  const backend = cliBackends[settings.kind]
  if (backend === undefined) return others[settings.kind]?.(settings, machine)
  const { createCliAgent } = await import('./cli-agent.ts')
  return createCliAgent(await backend(), settings, machine)
}
