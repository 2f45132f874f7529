import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Agent, AgentReply, AgentSettings, AgentTask } from '../types.ts'
import { explainEnd, explainPeerError } from './acp/explain.ts'
import { createPeer, type Peer } from './acp/peer.ts'
import { answerPermission } from './acp/permission.ts'
import { createProgress, type Progress } from './acp/progress.ts'
import { holdSession } from './acp/session.ts'
import { withAdvice } from './advice.ts'
import type { AgentMachine } from './agent-machine.ts'
import { callLimits } from './call-limits.ts'
import { transcriptName, transcriptSpec } from './call-transcript.ts'
import { failure, neverReject, type ReplyParts } from './reply.ts'
import type { ChildEnd, ChildSpec } from './supervise/child.ts'
import { agentEnvironment } from './supervise/environment.ts'
import { superviseChild } from './supervise/supervise-child.ts'
import { taskVariables } from './task-variables.ts'
import { type ReadyCommand, withCommand } from './with-command.ts'

/** For an agent to end its turn after a cancel, and to end itself when its input closes. */
const graceMs = 500

/** Any agent that speaks the Agent Client Protocol on its standard input and output. */
export function createAcpAgent(settings: AgentSettings, machine: AgentMachine): Agent {
  return { name: settings.name, run }

  function run(task: AgentTask, signal: AbortSignal): Promise<AgentReply> {
    return neverReject(async () =>
      signal.aborted
        ? failure('cancelled', 'the call was cancelled before it started')
        : withCommand(settings, machine, task, (ready) => runCommand(ready, task, signal)),
    )
  }

  async function runCommand(
    { command, place, isSandboxed }: ReadyCommand,
    task: AgentTask,
    signal: AbortSignal,
  ): Promise<ReplyParts> {
    const transcript = transcriptName(machine, task, settings)
    const names = settings.keyEnv === null ? settings.env : [...settings.env, settings.keyEnv]
    const own = taskVariables(task, { ...settings, env: names }, machine.variables)
    const parts = await talk(task, signal, isSandboxed && settings.shell === 'sandboxed', {
      ...command,
      cwd: task.workspace,
      env: agentEnvironment({ ...place, own }),
      limits: callLimits(task),
      transcript: transcriptSpec(machine, transcript),
    })
    return withAdvice({ ...parts, transcript }, settings, 'name the variable of its key with key_env or env')
  }

  /** Runs the program and the conversation side by side; whichever ends first ends the other. */
  async function talk(
    task: AgentTask,
    signal: AbortSignal,
    mayExecute: boolean,
    command: Omit<ChildSpec, 'input' | 'onLine' | 'shouldStop'>,
  ): Promise<ReplyParts> {
    const progress = createProgress()
    const input = new PassThrough()
    const policy = { workspace: task.workspace, mayWrite: task.mayWrite, mayExecute: mayExecute && task.mayWrite }
    const peer = createPeer({
      send: (line) => void input.write(`${line}\n`),
      onNotification: (method, params) => (method === 'session/update' ? progress.update(params) : undefined),
      onRequest: (method, params) =>
        method === 'session/request_permission' ? answerPermission(params, policy) : undefined,
    })
    const stop = new AbortController()
    const child = superviseChild(
      { ...command, input, onLine: peer.receive, shouldStop: () => overBudget(progress, task) },
      stop.signal,
    ).finally(peer.close)
    const said = await ask(peer, task, progress, signal, stop)
    input.end()
    await Promise.race([child, sleep(graceMs, undefined, { ref: false })])
    stop.abort()
    return { ...conclude(said, await child, signal), ...counts(progress) }
  }

  async function ask(
    peer: Peer,
    task: AgentTask,
    progress: Progress,
    signal: AbortSignal,
    stop: AbortController,
  ): Promise<ReplyParts | null> {
    let sessionId: string | null = null
    const cancel = () => {
      if (sessionId !== null) peer.notify('session/cancel', { sessionId })
      setTimeout(() => stop.abort(), sessionId === null ? 0 : graceMs).unref()
    }
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    try {
      const onStart = (id: string) => {
        sessionId = id
      }
      return await holdSession(peer, { task, model: settings.model, progress, onStart })
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === null
      return isGone ? null : { ...explainPeerError(error), text: progress.text() }
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

/** `said`: null when the conversation broke off. */
function conclude(said: ReplyParts | null, end: ChildEnd, signal: AbortSignal): ReplyParts {
  if (signal.aborted) return failure('cancelled', 'the call was cancelled')
  return said ?? explainEnd(end)
}

function counts(progress: Progress): Partial<AgentReply> {
  return { usage: progress.usage(), turns: progress.turns(), toolCalls: progress.toolCalls() }
}

function overBudget(progress: Progress, { budget }: AgentTask): { status: 'over_budget'; reason: string } | null {
  const exceeded = progress.exceeded(budget)
  return exceeded === null ? null : { status: 'over_budget', reason: `it used more than ${exceeded}` }
}
