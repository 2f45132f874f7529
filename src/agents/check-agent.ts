import { resolve } from 'node:path'
import { splitCommandLine } from '../core/agents/command-line.ts'
import { findProgram, isProgram } from '../io/which.ts'
import { cliBackends } from '../registry.ts'
import type { AgentSettings } from '../types.ts'
import { chooseModel } from './api/choose-model.ts'
import { locateProgram } from './program.ts'
import { loadScript } from './replay.ts'
import { decideSandbox } from './sandbox/decide-sandbox.ts'
import type { SandboxPolicy } from './sandbox/level.ts'
import { probeSandbox } from './sandbox/probe-sandbox.ts'

/** Where an agent would run. */
export interface Surroundings {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Absolute path of the repository. */
  readonly root: string
  readonly sandbox: SandboxPolicy
}

export interface AgentProblem {
  /** A clause without a full stop. */
  readonly problem: string
  /** One sentence: what to do next. */
  readonly hint: string
}

/** What is certain to keep an agent from answering here, found out without calling it. Null: nothing. Never rejects. */
export async function checkAgent(settings: AgentSettings, here: Surroundings): Promise<AgentProblem | null> {
  return (await checkKind(settings, here)) ?? (await checkSandbox(settings, here.sandbox))
}

async function checkKind(settings: AgentSettings, here: Surroundings): Promise<AgentProblem | null> {
  switch (settings.kind) {
    case 'api':
      return checkModel(settings, here)
    case 'replay':
      return checkReplay(settings, here)
    case 'command':
    case 'acp':
      return checkCommand(settings, here)
    default:
      return checkProgram(settings, here)
  }
}

function checkModel(settings: AgentSettings, { variables }: Surroundings): AgentProblem | null {
  const choice = chooseModel(settings, variables)
  if (!('status' in choice)) return null
  const hint =
    choice.status === 'not_logged_in' ? 'Name another variable with key_env in the configuration.' : seeDocumentation
  return { problem: choice.reason, hint }
}

const seeDocumentation = 'See how agents are named and set up in docs/agents.md.'

function checkReplay({ command }: AgentSettings, { root }: Surroundings): AgentProblem | null {
  const script = loadScript(command, root)
  if (!('problem' in script)) return null
  return {
    problem: script.problem.replace(/\.$/, ''),
    hint: 'The path is relative to the root of the repository; the form of the file is in docs/agents.md.',
  }
}

function checkCommand({ command }: AgentSettings, { variables, root }: Surroundings): AgentProblem | null {
  const line = splitCommandLine(command ?? '')
  if ('problem' in line) return { problem: `${command} cannot be run: ${line.problem}`, hint: seeDocumentation }
  const { program } = line
  if (!/[\\/]/.test(program)) {
    if (findProgram(program, variables.PATH ?? '') !== undefined) return null
    return { problem: `there is no program called ${program} on the PATH`, hint: 'Install it, or write its full path.' }
  }
  if (isProgram(resolve(root, program))) return null
  return {
    problem: `${program} is not there, or is no program that may be run`,
    hint: 'Paths are relative to the root of the repository; chmod +x makes a script a program.',
  }
}

async function checkProgram(settings: AgentSettings, here: Surroundings): Promise<AgentProblem | null> {
  const backend = await cliBackends[settings.kind]?.()
  if (backend === undefined || locateProgram(backend, settings, here) !== undefined) return null
  return {
    problem: `${settings.command ?? backend.program} is not installed, or not on the PATH`,
    hint: 'Install it, or choose another agent; review-loop doctor shows what is here.',
  }
}

/** The sandbox is tried out only where its absence would matter. */
async function checkSandbox({ kind }: AgentSettings, policy: SandboxPolicy): Promise<AgentProblem | null> {
  if (policy !== 'required') return null
  const decision = decideSandbox(policy, await probeSandbox(), kind)
  if (decision.kind === 'run') return null
  return { problem: decision.reason, hint: 'Install bubblewrap, or write sandbox: auto in the configuration.' }
}
