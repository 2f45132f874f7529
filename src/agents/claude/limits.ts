import type { AgentTask } from '../../types.ts'
import { type JsonObject, listAt, textAt } from '../cli/json.ts'

/** All that is offered to the model: a tool that is not there cannot be misused. */
export function claudeTools({ mayWrite }: AgentTask): readonly string[] {
  return mayWrite ? ['Read', 'Edit', 'Write', 'Grep', 'Glob'] : ['Read', 'Grep', 'Glob']
}

export function permissionMode({ mayWrite }: AgentTask): string {
  return mayWrite ? 'acceptEdits' : 'dontAsk'
}

/** What the start event shows that was not asked for; the reason to stop before anything is paid. */
export function unexpectedAtStart(event: JsonObject, task: AgentTask): string | null {
  const allowed = [...claudeTools(task), ...(task.schema === null ? [] : ['StructuredOutput'])]
  const extra = listAt(event, 'tools').filter((tool) => typeof tool !== 'string' || !allowed.includes(tool))
  if (!Array.isArray(event.tools)) return 'the start event does not name its tools'
  if (extra.length > 0) return `it offers tools that were not asked for (${extra.join(', ')})`
  if (listAt(event, 'mcp_servers').length > 0) return 'it loaded MCP servers'
  const mode = textAt(event, 'permissionMode')
  return mode === permissionMode(task) ? null : `its permission mode is ${mode ?? 'not named'}`
}
