import { extractObject } from '../core/agents/extract-json.ts'
import type { Agent, AgentReply, AgentSettings, AgentTask } from '../types.ts'
import type { AgentMachine } from './agent-machine.ts'
import { callLimits } from './call-limits.ts'
import { transcriptName, transcriptSpec } from './call-transcript.ts'
import { howItEnded } from './cli/how-it-ended.ts'
import { tellingLine } from './cli/telling-line.ts'
import { cutShort, failure, neverReject, type ReplyParts } from './reply.ts'
import type { ChildEnd } from './supervise/child.ts'
import { agentEnvironment } from './supervise/environment.ts'
import { superviseChild } from './supervise/supervise-child.ts'
import { taskVariables } from './task-variables.ts'
import { type ReadyCommand, withCommand } from './with-command.ts'

const outputBytes = 20 * 1024 * 1024

/**
 * Any program: the prompt on standard input, the rest of the task in its environment, the workspace as its folder, the
 * answer on standard output. It ended well when its exit code is 0 and it said something.
 */
export function createCommandAgent(settings: AgentSettings, machine: AgentMachine): Agent {
  return { name: settings.name, run }

  function run(task: AgentTask, signal: AbortSignal): Promise<AgentReply> {
    return neverReject(() => withCommand(settings, machine, task, (ready) => runCommand(ready, task, signal)))
  }

  async function runCommand(
    { command, place }: ReadyCommand,
    task: AgentTask,
    signal: AbortSignal,
  ): Promise<ReplyParts> {
    const lines: string[] = []
    const transcript = transcriptName(machine, task, settings)
    const limits = callLimits(task)
    const end = await superviseChild(
      {
        ...command,
        cwd: task.workspace,
        env: agentEnvironment({ ...place, own: taskVariables(task, settings, machine.variables) }),
        input: task.prompt,
        // Many programs are silent until they are done.
        limits: { ...limits, idleMs: limits.wallMs, outputBytes },
        onLine: (line) => lines.push(line),
        shouldStop: () => null,
        transcript: transcriptSpec(machine, transcript),
      },
      signal,
    )
    return {
      ...judge(end, lines.join('\n'), task),
      turns: end.ended === 'not_started' || end.ended === 'no_sandbox' ? 0 : 1,
      transcript,
    }
  }
}

function judge(end: ChildEnd, text: string, { schema }: AgentTask): ReplyParts {
  if (end.status !== null) return { ...cutShort(end, end.status), text }
  if (end.exitCode !== 0) {
    const words = tellingLine(end.stderr)
    return { status: 'crashed', reason: `the program ${howItEnded(end)}${words === '' ? '' : `: ${words}`}`, text }
  }
  if (text.trim() === '') return failure('malformed', 'the program printed nothing on standard output')
  const error = schema === null ? undefined : errorIn(text)
  if (error !== undefined) return { status: 'unavailable', reason: `the program says: ${error}`, text }
  return { status: 'ok', reason: null, text }
}

/** A program may say that it could not do it, and why. */
function errorIn(text: string): string | undefined {
  const found = extractObject(text)
  const error = 'value' in found ? found.value.error : undefined
  if (error === undefined || error === null || error === false || error === '') return undefined
  return tellingLine(typeof error === 'string' ? error : JSON.stringify(error))
}
