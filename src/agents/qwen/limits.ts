import type { AgentTask } from '../../types.ts'
import { type JsonObject, listAt, textAt } from '../cli/json.ts'

export function qwenMode({ mayWrite }: AgentTask): string {
  return mayWrite ? 'auto-edit' : 'default'
}

/** The program has no list of allowed tools that holds: everything else is taken away, and the start event is checked. */
export function excludedTools({ mayWrite }: AgentTask): readonly string[] {
  return mayWrite ? [...neverOffered, 'run_shell_command', 'notebook_edit'] : neverOffered
}

/** What is wrong with what the program says about itself before the model is asked; null when nothing is. */
export function unexpectedAtStart(event: JsonObject, task: AgentTask): string | null {
  const offered = listAt(event, 'tools').map(String).toSorted()
  const expected = expectedTools(task)
  if (offered.join() !== expected.join()) return `it offers ${offered.join(', ')} instead of ${expected.join(', ')}`
  const mode = textAt(event, 'permission_mode')
  if (mode !== qwenMode(task)) return `its permission mode is ${mode} instead of ${qwenMode(task)}`
  return listAt(event, 'mcp_servers').length > 0 ? 'it started servers that were not asked for' : null
}

function expectedTools({ mayWrite, schema }: AgentTask): readonly string[] {
  const reading = ['glob', 'grep_search', 'read_file']
  const writing = mayWrite ? ['edit', 'write_file'] : []
  return [...reading, ...writing, ...(schema === null ? [] : ['structured_output'])].toSorted()
}

const neverOffered = [
  'enter_worktree',
  'exit_worktree',
  'agent',
  'list_agents',
  'send_message',
  'task_stop',
  'skill',
  'cron_create',
  'cron_delete',
  'cron_list',
  'loop_wakeup',
  'record_artifact',
  'report_findings',
  'web_fetch',
  'tool_call',
  'tool_search',
  'read_mcp_resource',
  'zoom_image',
  'get_goal',
  'update_goal',
]
