import { splitCommandLine } from '../core/agents/command-line.ts'
import type { AgentSettings, AgentTask } from '../types.ts'
import type { AgentMachine } from './agent-machine.ts'
import { commandIn } from './command-in.ts'
import { failure, type ReplyParts } from './reply.ts'
import { decideSandbox } from './sandbox/decide-sandbox.ts'
import { probeSandbox } from './sandbox/probe-sandbox.ts'
import { type Command, wrapCommand } from './sandbox/wrap-command.ts'
import { type AgentHome, createAgentHome } from './supervise/home.ts'

export interface ReadyCommand {
  readonly command: Command
  readonly place: AgentHome
  readonly isSandboxed: boolean
}

/** The command line of the settings, ready to run for a task: in a home of its own, and in the sandbox it needs. */
export async function withCommand(
  settings: AgentSettings,
  machine: AgentMachine,
  task: AgentTask,
  use: (ready: ReadyCommand) => Promise<ReplyParts>,
): Promise<ReplyParts> {
  const line = splitCommandLine(settings.command ?? '')
  if ('problem' in line) {
    return failure('misconfigured', `the command of agent ${settings.name} cannot be run: ${line.problem}`)
  }
  const decision = decideSandbox(machine.sandbox, await probeSandbox(), settings.kind)
  if (decision.kind === 'refuse') return failure(decision.status, decision.reason)
  const place = await createAgentHome()
  try {
    const confinement = { mayWrite: task.mayWrite, repository: task.workspace, ...place, hide: [] }
    const command = wrapCommand(decision.level, { ...confinement, ...commandIn(line, task.workspace, machine.root) })
    return await use({ command, place, isSandboxed: decision.level.kind === 'bubblewrap' })
  } finally {
    await place.remove()
  }
}
