import type { AgentMachine } from './agents/agent-machine.ts'
import type { CliBackend } from './agents/backend.ts'
import type { Agent, AgentKind, AgentSettings } from './types.ts'

// The agents there are, by name: what the configuration may name, `auto` tries, `doctor` lists and the table in
// docs/agents.md shows comes from here. Only names are read at the start; an agent is loaded when it is used.

/** Agent programs, in the order in which `auto` tries them: the strongest guarantees first. */
export const cliBackends: Readonly<Record<AgentKind, () => Promise<CliBackend>>> = {
  claude: async () => (await import('./agents/claude.ts')).claude,
  codex: async () => (await import('./agents/codex.ts')).codex,
  copilot: async () => (await import('./agents/copilot.ts')).copilot,
  gemini: async () => (await import('./agents/gemini.ts')).gemini,
  qwen: async () => (await import('./agents/qwen.ts')).qwen,
  opencode: async () => (await import('./agents/opencode.ts')).opencode,
}

type Create = (settings: AgentSettings, machine: AgentMachine) => Agent

/** Agents that are no program of one vendor. Null: it cannot be given a task. */
export const otherAgents: Readonly<Record<AgentKind, () => Promise<Create | null>>> = {
  api: async () => (await import('./agents/api.ts')).createApiAgent,
  acp: async () => (await import('./agents/acp.ts')).createAcpAgent,
  command: async () => (await import('./agents/command.ts')).createCommandAgent,
  builtin: async () => null,
  replay: async () => (await import('./agents/replay.ts')).createReplayAgent,
}

export const agentKinds: readonly AgentKind[] = [...Object.keys(cliBackends), ...Object.keys(otherAgents)]
