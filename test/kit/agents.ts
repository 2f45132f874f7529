// @ts-expect-error: a plain script without declarations
import * as installer from '../../scripts/install-agents.mjs'

export const agentNames = ['claude', 'codex', 'copilot', 'gemini', 'qwen', 'opencode'] as const
export type AgentName = (typeof agentNames)[number]

/** Path of the installed program, or null when it is not installed here: its tests are then skipped. */
export function programOf(name: AgentName): string | null {
  const found: unknown = installer.programOf(name)
  return typeof found === 'string' ? found : null
}
