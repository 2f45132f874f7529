import type { AgentSettings, AgentTask } from '../types.ts'

/** The task in the environment of a program, and the variables that its settings name. Lists have one entry per line. */
export function taskVariables(
  task: AgentTask,
  settings: AgentSettings,
  variables: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const given = settings.env.flatMap((name) => {
    const value = variables[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(given),
    REVIEW_LOOP_ROLE: task.role,
    REVIEW_LOOP_REVIEWER: task.name,
    REVIEW_LOOP_ROUND: String(task.round),
    REVIEW_LOOP_SESSION: task.session ?? '',
    ...list('REVIEW_LOOP_FILES', task.files),
    ...list('REVIEW_LOOP_FINDINGS', task.findings),
  }
}

/** Linux takes 128 KB per variable and starts nothing when there is more. */
const mostBytes = 100_000

function list(name: string, values: readonly string[]): Record<string, string> {
  const entries = values.map(onOneLine)
  let bytes = 0
  const fitting = entries.findIndex((entry) => {
    bytes += Buffer.byteLength(entry) + 1
    return bytes > mostBytes
  })
  if (fitting === -1) return { [name]: entries.join('\n') }
  return { [name]: entries.slice(0, fitting).join('\n'), [`${name}_LEFT_OUT`]: String(entries.length - fitting) }
}

/** Git allows line breaks in names. Such an entry is a string of JSON, and so is one that would look like it. */
function onOneLine(entry: string): string {
  return /[\n\r]|^"/.test(entry) ? JSON.stringify(entry) : entry
}
