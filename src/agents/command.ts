import { join } from 'node:path'
import { splitCommandLine } from '../core/agents/command-line.ts'
import type { AgentReply, AgentSettings, AgentTask } from '../types.ts'
import type { Agent, AgentMachine } from './agent.ts'
import { tellingLine } from './cli/telling-line.ts'
import { commandIn } from './command-in.ts'
import { failure, neverReject, type ReplyParts } from './reply.ts'
import { decideSandbox } from './sandbox/decide-sandbox.ts'
import { probeSandbox } from './sandbox/probe-sandbox.ts'
import { wrapCommand } from './sandbox/wrap-command.ts'
import type { ChildEnd } from './supervise/child.ts'
import { agentEnvironment } from './supervise/environment.ts'
import { type AgentHome, createAgentHome } from './supervise/home.ts'
import { superviseChild } from './supervise/supervise-child.ts'
import { taskVariables } from './task-variables.ts'
import { transcriptName } from './transcript-name.ts'

const outputBytes = 20 * 1024 * 1024
const stderrBytes = 64 * 1024
const transcriptBytes = 20 * 1024 * 1024

/**
 * Any program: the prompt on standard input, the rest of the task in its environment, the workspace as its folder, the
 * answer on standard output. It ended well when its exit code is 0 and it said something.
 */
export function createCommandAgent(settings: AgentSettings, machine: AgentMachine): Agent {
  return { settings, run }

  function run(task: AgentTask, signal: AbortSignal): Promise<AgentReply> {
    return neverReject(async () => {
      const line = splitCommandLine(settings.command ?? '')
      if ('problem' in line) {
        return failure('misconfigured', `the command of agent ${settings.name} cannot be run: ${line.problem}`)
      }
      const decision = decideSandbox(machine.sandbox, await probeSandbox(), settings.kind)
      if (decision.kind === 'refuse') return failure(decision.status, decision.reason)
      const place = await createAgentHome()
      try {
        const confinement = { mayWrite: task.mayWrite, repository: task.workspace, ...place, hide: [] }
        const command = commandIn(line, task.workspace, machine.root)
        return await runCommand(wrapCommand(decision.level, { ...confinement, ...command }), place, task, signal)
      } finally {
        await place.remove()
      }
    })
  }

  async function runCommand(
    command: { readonly program: string; readonly args: readonly string[] },
    place: AgentHome,
    task: AgentTask,
    signal: AbortSignal,
  ): Promise<ReplyParts> {
    const lines: string[] = []
    const transcript = transcriptName(machine, task, settings)
    const wallMs = task.budget.seconds * 1000
    const end = await superviseChild(
      {
        ...command,
        cwd: task.workspace,
        env: agentEnvironment({ ...place, own: taskVariables(task, settings, machine.variables) }),
        input: task.prompt,
        // Many programs are silent until they are done.
        limits: { wallMs, idleMs: wallMs, outputBytes, stderrBytes },
        onLine: (line) => lines.push(line),
        shouldStop: () => null,
        transcript: { file: join(machine.root, transcript), mask: machine.mask, maxBytes: transcriptBytes },
      },
      signal,
    )
    return { ...judge(end, lines.join('\n')), turns: end.ended === 'not_started' ? 0 : 1, transcript }
  }
}

function judge(end: ChildEnd, text: string): ReplyParts {
  if (end.status !== null) return { status: end.status, reason: end.reason, text }
  if (end.exitCode !== 0) {
    const how = end.signal === null ? `ended with exit code ${end.exitCode}` : `was ended by ${end.signal}`
    const words = tellingLine(end.stderr)
    return { status: 'crashed', reason: `the program ${how}${words === '' ? '' : `: ${words}`}`, text }
  }
  if (text.trim() === '') return failure('malformed', 'the program printed nothing on standard output')
  return { status: 'ok', reason: null, text }
}
