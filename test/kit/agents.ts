// @ts-expect-error: a plain script without declarations
import * as installer from '../../scripts/install-agents.mjs'

const names = ['claude', 'codex', 'copilot', 'gemini', 'qwen', 'opencode'] as const
export type AgentName = (typeof names)[number]

/** Path of the installed program, or null when it could not be installed here. */
export function programOf(name: AgentName): string | null {
  const found: unknown = installer.programOf(name)
  return typeof found === 'string' ? found : null
}
