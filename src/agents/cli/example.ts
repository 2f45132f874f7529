import type { AgentTask, Json } from '../../types.ts'
import type { CliBackend, CliCall, CliEnd, CliOutcome, CliReader } from '../backend.ts'

// For the tests of adapters: a call, an end, and a run from what a program printed.

export function exampleTask(changes: Partial<AgentTask> = {}): AgentTask {
  return {
    role: 'reviewer',
    name: 'reviewer',
    round: 1,
    session: null,
    prompt: 'Review this.',
    workspace: '/repository',
    mayWrite: false,
    budget: { seconds: 600, turns: null, tokens: null, dollars: null },
    files: [],
    findings: [],
    schema: null,
    ...changes,
  }
}

export function exampleCall(changes: Partial<CliCall> = {}): CliCall {
  return {
    task: exampleTask(),
    model: null,
    home: '/home',
    temporary: '/temporary',
    version: null,
    baseUrl: null,
    env: {},
    shell: 'sandboxed',
    ...changes,
  }
}

export interface Run extends Partial<CliEnd> {
  /** Objects become lines of JSON; text is a line as it is. */
  readonly lines: readonly Json[]
  readonly task?: Partial<AgentTask>
}

/** What the adapter makes of a run. */
export function readRun(backend: CliBackend, run: Run): { readonly reader: CliReader; readonly outcome: CliOutcome } {
  const { lines, task, ...end } = run
  const reader = backend.reader(exampleCall({ task: exampleTask(task) }))
  for (const line of lines) reader.line(typeof line === 'string' ? line : JSON.stringify(line))
  return { reader, outcome: reader.finish({ exitCode: 0, signal: null, stderr: '', file: () => undefined, ...end }) }
}
