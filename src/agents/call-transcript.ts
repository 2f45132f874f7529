import { join } from 'node:path'
import type { AgentSettings, AgentTask } from '../types.ts'
import type { AgentMachine } from './agent-machine.ts'
import type { TranscriptSpec } from './supervise/child.ts'

let calls = 0

/** Where the transcript of a call goes, relative to the root. Unique in this process. */
export function transcriptName(machine: AgentMachine, task: AgentTask, settings: AgentSettings): string {
  calls += 1
  const safe = (text: string) => text.replace(/[^\w.-]+/g, '-').slice(0, 40)
  return `${machine.transcripts}/${safe(task.name)}-${safe(settings.name)}-${calls}.log`
}

/** How the transcript of that name is written. */
export function transcriptSpec({ root }: AgentMachine, name: string): TranscriptSpec {
  return { file: join(root, name), maxBytes: 20 * 1024 * 1024 }
}
