import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AgentFailure, AgentReply, AgentSettings, AgentTask } from '../types.ts'
import type { Agent, AgentMachine } from './agent.ts'
import type { CliBackend, CliCall, CliOutcome, CliReader } from './backend.ts'
import { nothingUsed } from './cli/usage.ts'
import { keysFor } from './keys.ts'
import { bringLogin } from './login.ts'
import { locateProgram, versionOf } from './program.ts'
import { decideSandbox } from './sandbox/decide-sandbox.ts'
import { probeSandbox } from './sandbox/probe-sandbox.ts'
import { wrapCommand } from './sandbox/wrap-command.ts'
import { agentEnvironment } from './supervise/environment.ts'
import { createAgentHome } from './supervise/home.ts'
import { superviseChild } from './supervise/supervise-child.ts'

/** Nothing printed for so long means that it hangs; programs that wait for a model report their retries. */
const idleMs = 5 * 60_000
const outputBytes = 200 * 1024 * 1024
const stderrBytes = 64 * 1024
const transcriptBytes = 20 * 1024 * 1024
const defaultPromptLimit = 1_000_000

/** An agent program under our supervision: isolated home, sandbox where there is one, budgets held by us. */
export function createCliAgent(backend: CliBackend, settings: AgentSettings, machine: AgentMachine): Agent {
  return { settings, run }

  async function run(task: AgentTask, signal: AbortSignal): Promise<AgentReply> {
    const started = performance.now()
    const program = locateProgram(backend, settings, machine.variables)
    if (program === undefined) return refuse('unavailable', `${backend.program} is not installed, or not on the PATH`)
    if (Buffer.byteLength(task.prompt) > (backend.promptLimit ?? defaultPromptLimit)) {
      return refuse('too_long', `the prompt is longer than ${backend.kind} takes in one call`)
    }
    const decision = decideSandbox(machine.sandbox, await probeSandbox(), backend.kind)
    if (decision.kind === 'refuse') return refuse(decision.status, decision.reason)
    const hidden = (backend.hides ?? []).map((path) => join(task.workspace, path)).filter((path) => existsSync(path))
    if (hidden.length > 0 && decision.level.kind === 'none') {
      return refuse(
        'sandbox',
        `${backend.kind} would obey ${hidden.map((path) => path.slice(task.workspace.length + 1)).join(', ')} of the repository, and there is no sandbox to hide it`,
      )
    }
    const place = await createAgentHome()
    try {
      const env = keysFor(backend, settings, machine.variables)
      const returnLogin = bringLogin(backend, place.home, env, machine.variables)
      const call: CliCall = {
        task,
        model: settings.model,
        ...place,
        version: backend.asksVersion ? await versionOf(program, place) : null,
        baseUrl: settings.baseUrl,
        env,
        shell: settings.shell,
      }
      const start = backend.start(call)
      for (const { path, content } of start.files) writeInto(join(place.home, path), content)
      const command = wrapCommand(decision.level, {
        mayWrite: task.mayWrite,
        repository: task.workspace,
        ...place,
        program,
        args: start.args,
        hide: hidden,
      })
      const reader = backend.reader(call)
      const transcript = transcriptName(machine, task, settings)
      const end = await superviseChild(
        {
          ...command,
          cwd: task.workspace,
          env: agentEnvironment({ ...place, own: { ...env, ...start.env } }),
          input: start.input,
          limits: { wallMs: task.budget.seconds * 1000, idleMs, outputBytes, stderrBytes },
          onLine: reader.line,
          shouldStop: () => reader.giveUp() ?? overBudget(reader, task),
          transcript: { file: join(machine.root, transcript), mask: machine.mask, maxBytes: transcriptBytes },
        },
        signal,
      )
      returnLogin()
      const outcome =
        end.status === null
          ? reader.finish({ ...end, file: (path) => readIfThere(place, path) })
          : { status: end.status, reason: end.reason, text: '', structured: null, retryAfterMs: null }
      return reply(outcome, reader, transcript)
    } finally {
      await place.remove()
    }

    function reply(outcome: CliOutcome, reader: CliReader | null, transcript: string | null): AgentReply {
      const progress = reader?.progress() ?? { turns: 0, toolCalls: 0, usage: nothingUsed }
      return { ...outcome, ...progress, durationMs: Math.round(performance.now() - started), transcript }
    }

    function refuse(status: AgentFailure, reason: string): AgentReply {
      return reply({ status, reason, text: '', structured: null, retryAfterMs: null }, null, null)
    }
  }
}

/** Counted by us as the program reports them: most programs hold no such limit themselves. */
function overBudget(reader: CliReader, { budget }: AgentTask): { status: 'over_budget'; reason: string } | null {
  const { turns, usage } = reader.progress()
  const tokens = usage.inputTokens + usage.cachedTokens + usage.outputTokens
  const exceeded = [
    budget.turns !== null && turns > budget.turns ? `${budget.turns} turns` : null,
    budget.tokens !== null && tokens > budget.tokens ? `${budget.tokens} tokens` : null,
    budget.dollars !== null && (usage.costUsd ?? 0) > budget.dollars ? `${budget.dollars} dollars` : null,
  ].find((limit) => limit !== null)
  return exceeded === undefined ? null : { status: 'over_budget', reason: `it used more than ${exceeded}` }
}

let calls = 0

function transcriptName(machine: AgentMachine, task: AgentTask, settings: AgentSettings): string {
  calls += 1
  const safe = (text: string) => text.replace(/[^\w.-]+/g, '-').slice(0, 40)
  return `${machine.transcripts}/${safe(task.name)}-${safe(settings.name)}-${calls}.log`
}

function writeInto(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { mode: 0o600 })
}

/** Programs name their report files relative to one of the two folders that are theirs. */
function readIfThere(place: { readonly home: string; readonly temporary: string }, path: string): string | undefined {
  const file = [join(place.home, path), join(place.temporary, path)].find((candidate) => existsSync(candidate))
  return file === undefined ? undefined : readFileSync(file, 'utf8')
}
