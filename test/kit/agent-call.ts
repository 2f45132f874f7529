import type { AgentMachine } from '../../src/agents/agent-machine.ts'
import { hideValues } from '../../src/io/masking.ts'
import type { Agent, AgentKind, AgentReply, AgentSettings, AgentTask } from '../../src/types.ts'
import { temporaryFolder } from '../support/repository.ts'

export interface CallChanges {
  readonly task?: Partial<AgentTask>
  readonly settings?: Partial<AgentSettings>
  readonly machine?: Partial<AgentMachine>
  readonly signal?: AbortSignal
}

type CreateAgent = (settings: AgentSettings, machine: AgentMachine) => Agent

/** Makes an agent with unremarkable settings and gives it an unremarkable task, but for what the test is about. */
export function callAgent(create: CreateAgent, kind: AgentKind, changes: CallChanges = {}): Promise<AgentReply> {
  const root = changes.machine?.root ?? changes.task?.workspace ?? newFolder()
  return create(settingsOf(kind, changes), machineAt(root, changes)).run(
    taskIn(root, changes),
    changes.signal ?? new AbortController().signal,
  )
}

export function settingsOf(kind: AgentKind, { settings }: CallChanges = {}): AgentSettings {
  return {
    name: 'mine',
    kind,
    model: null,
    models: { strong: null, standard: null, cheap: null },
    command: null,
    provider: null,
    baseUrl: null,
    keyEnv: null,
    env: [],
    shell: 'sandboxed',
    ...settings,
  }
}

export function machineAt(root: string, { machine }: CallChanges = {}): AgentMachine {
  return {
    variables: {},
    root,
    transcripts: '.review-loop/t',
    sandbox: 'auto',
    ...machine,
  }
}

/** A secret that is known. It is shown as `s3c…`. */
export const maskedWord = ['s3', 'cret-value'].join('')
hideValues([maskedWord])

export function taskIn(workspace: string, { task }: CallChanges = {}): AgentTask {
  return {
    role: 'reviewer',
    name: 'bug-hunter',
    round: 2,
    session: null,
    prompt: 'Review it.',
    workspace,
    mayWrite: false,
    budget: { seconds: 20, turns: null, tokens: null, dollars: null },
    files: [],
    findings: [],
    schema: null,
    ...task,
  }
}

/** Removed after the tests of the file. */
export const newFolder = temporaryFolder
