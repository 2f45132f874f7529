import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PriceOverrides } from '../core/cost/prices.ts'
import { atLeast, inDollars, knownCost, noUsage, priced } from '../core/cost/usage.ts'
import { hasEscapes } from '../core/values/file-name.ts'
import type { Agent, AgentFailure, AgentSettings, AgentTask } from '../types.ts'
import { withAdvice } from './advice.ts'
import type { AgentMachine } from './agent-machine.ts'
import type { CliBackend, CliCall, CliProgress } from './backend.ts'
import { callLimits } from './call-limits.ts'
import { transcriptName, transcriptSpec } from './call-transcript.ts'
import { findHidden } from './hidden-paths.ts'
import { keysFor } from './keys.ts'
import { bringLogin, howToLogIn } from './login.ts'
import { locateProgram, versionOf } from './program.ts'
import { whyUnreachable } from './reach.ts'
import { cutShort, failure, neverReject, type ReplyParts } from './reply.ts'
import { decideSandbox } from './sandbox/decide-sandbox.ts'
import type { SandboxLevel } from './sandbox/level.ts'
import { probeSandbox } from './sandbox/probe-sandbox.ts'
import { wrapCommand } from './sandbox/wrap-command.ts'
import { agentEnvironment } from './supervise/environment.ts'
import { type AgentHome, createAgentHome } from './supervise/home.ts'
import { superviseChild } from './supervise/supervise-child.ts'

const defaultPromptLimit = 1_000_000

/** An agent program under our supervision: isolated home, sandbox where there is one, budgets held by us. */
export function createCliAgent(backend: CliBackend, settings: AgentSettings, machine: AgentMachine): Agent {
  const price = (progress: CliProgress) => withCost(progress, settings.model, machine.prices)
  return { name: settings.name, run: (task, signal) => neverReject(() => prepareAndRun(task, signal)) }

  async function prepareAndRun(task: AgentTask, signal: AbortSignal): Promise<ReplyParts> {
    const program = locateProgram(backend, settings, machine)
    if (program === undefined)
      return notStarted('unavailable', `${backend.program} is not installed, or not on the PATH.`)
    if (Buffer.byteLength(task.prompt) > (backend.promptLimit ?? defaultPromptLimit)) {
      return notStarted('too_long', `The prompt is longer than ${backend.kind} takes in one call.`)
    }
    const decision = decideSandbox(machine.sandbox, await probeSandbox(), backend.kind)
    if (decision.kind === 'refuse') return notStarted(decision.status, decision.reason)
    const hidden = await findHidden(task.workspace, backend.hides ?? [])
    // A name that is not UTF-8 cannot be told to a sandbox.
    const visible = decision.level.kind === 'none' ? hidden : hidden.filter(hasEscapes)
    if (visible.length > 0) {
      return notStarted(
        'sandbox',
        `${backend.kind} would obey ${visible.join(', ')} of the repository, and there is no sandbox to hide it.`,
      )
    }
    const unreachable = settings.baseUrl === null ? null : await whyUnreachable(settings.baseUrl, machine.variables)
    if (unreachable !== null) return notStarted('unavailable', unreachable)
    const place = await createAgentHome()
    try {
      return await runIn(place, { task, program, level: decision.level, hidden }, signal)
    } finally {
      await place.remove()
    }
  }

  async function runIn(place: AgentHome, ready: ReadyCall, signal: AbortSignal): Promise<ReplyParts> {
    const { task, program } = ready
    const env = keysFor(backend, settings, machine.variables)
    const returnLogin = bringLogin(backend, place.home, env, machine.variables)
    const call: CliCall = {
      task,
      model: settings.model,
      home: place.home,
      temporary: place.temporary,
      version: backend.asksVersion ? await versionOf(program, place) : null,
      baseUrl: settings.baseUrl,
      env,
      shell: settings.shell,
    }
    const start = backend.start(call)
    for (const { path, content } of start.files) writeInto(join(place.home, path), content)
    const reader = backend.reader(call)
    const transcript = transcriptName(machine, task, settings)
    const end = await superviseChild(
      {
        ...commandFor(ready, place, start.args),
        cwd: task.workspace,
        env: agentEnvironment({ ...place, own: { ...env, ...start.env } }),
        input: start.input,
        limits: callLimits(task),
        onLine: reader.line,
        shouldStop: () => reader.giveUp() ?? overBudget(reader.progress(), task, price),
        transcript: transcriptSpec(machine, transcript),
      },
      signal,
    )
    returnLogin()
    const isOver = end.status === 'over_budget' && end.ended === 'stopped'
    // Over budget with its last words: then the answer is there, and whether it counts is not for us to say.
    const exit = isOver ? { exitCode: 0, signal: null } : {}
    const finished = reader.finish({ ...end, ...exit, file: (path) => readFrom(place, path) })
    const cut = end.status === null || (isOver && finished.status === 'ok') ? null : cutShort(end, end.status)
    // Ended by us: what the program said last is no answer, but it may say how long to wait.
    const outcome = cut === null ? finished : { ...cut, retryAfterMs: finished.retryAfterMs }
    const { turns, toolCalls, usage: counted } = price(reader.progress())
    // Cut short, the last thing the model was asked is not counted, unless the program had done its sums.
    const isUncounted = (cut !== null && finished.status !== 'over_budget') || finished.status === 'crashed'
    const usage = isUncounted ? atLeast(counted) : counted
    return withAdvice({ ...outcome, turns, toolCalls, usage, transcript }, settings, howToLogIn(backend, settings))
  }
}

interface ReadyCall {
  readonly task: AgentTask
  readonly program: string
  readonly level: SandboxLevel
  /** Relative to the workspace. */
  readonly hidden: readonly string[]
}

function commandFor(
  { task, program, level, hidden }: ReadyCall,
  { home, temporary }: AgentHome,
  args: readonly string[],
) {
  const hide = hidden.map((path) => join(task.workspace, path))
  return wrapCommand(level, {
    mayWrite: task.mayWrite,
    repository: task.workspace,
    home,
    temporary,
    program,
    args,
    hide,
  })
}

/** As the program tells it, else by the price of the model that it names or that was asked for. */
function withCost(progress: CliProgress, asked: string | null, prices: PriceOverrides | undefined): CliProgress {
  const { usage, byModel = [] } = progress
  const models = byModel.length > 0 ? byModel : [{ model: asked, tokens: usage }]
  return { ...progress, usage: priced(usage, models, prices) }
}

interface OverBudget {
  readonly status: 'over_budget'
  readonly reason: string
}

/** Counted by us as the program reports them: most programs hold no such limit themselves. */
function overBudget(
  progress: CliProgress,
  { budget }: AgentTask,
  price: (progress: CliProgress) => CliProgress,
): OverBudget | null {
  const { turns, usage } = progress
  const tokens = usage.inputTokens + usage.cachedTokens + usage.outputTokens
  const isTooDear =
    budget.dollars !== null && progress.isAnswering !== true && knownCost(price(progress).usage) > budget.dollars
  const exceeded = [
    budget.turns !== null && turns > budget.turns ? `${budget.turns} turns` : null,
    budget.tokens !== null && tokens > budget.tokens ? `${budget.tokens} tokens` : null,
    isTooDear ? inDollars(budget.dollars) : null,
  ].find((limit) => limit !== null)
  return exceeded === undefined ? null : { status: 'over_budget', reason: `It used more than ${exceeded}.` }
}

/** No model was asked, so nothing was paid. */
function notStarted(status: AgentFailure, reason: string): ReplyParts {
  return { ...failure(status, reason), usage: noUsage }
}

function writeInto(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { mode: 0o600 })
}

/** Programs name their report files relative to one of the two folders that are theirs. */
function readFrom({ home, temporary }: AgentHome, path: string): string | undefined {
  const file = [join(home, path), join(temporary, path)].find((candidate) => existsSync(candidate))
  return file === undefined ? undefined : readFileSync(file, 'utf8')
}
