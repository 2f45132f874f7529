import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createCopies } from '../../src/agents/guard/copies.ts'
import { guardAgent } from '../../src/agents/guarded-agent.ts'
import { createAgent } from '../../src/agents/index.ts'
import { createLimiter } from '../../src/agents/limiter.ts'
import { createSharedBudget } from '../../src/agents/shared-budget.ts'
import { plain } from '../../src/core/agents/select.ts'
import { openRepository } from '../../src/io/git/repository.ts'
import { ensureStateFolder } from '../../src/io/state-folder.ts'
import type { Agent, AgentReply, AgentSettings, AgentTask } from '../../src/types.ts'
import { type AgentName, programOf } from '../kit/agents.ts'
import type { ScenarioSource } from '../kit/model-server/scenario.ts'
import { type ModelServer, startModelServer } from '../kit/model-server/server.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'

// One real agent program, our supervision around it, and a scripted model behind it.

/** How each program wants the address of its model service. */
const suffixes: Record<AgentName, string> = {
  claude: '',
  codex: '/v1',
  copilot: '/v1',
  gemini: '',
  qwen: '/v1',
  opencode: '/v1',
}

const keys: Record<AgentName, string> = {
  claude: 'ANTHROPIC_API_KEY',
  codex: 'OPENAI_API_KEY',
  copilot: 'COPILOT_PROVIDER_API_KEY',
  gemini: 'GEMINI_API_KEY',
  qwen: 'OPENAI_API_KEY',
  opencode: 'OPENAI_API_KEY',
}

const models: Record<AgentName, string | null> = {
  claude: 'claude-sonnet-4-6',
  codex: 'gpt-5.5',
  copilot: 'gpt-5.5',
  gemini: 'gemini-2.5-pro',
  qwen: 'gpt-5.5',
  opencode: 'gpt-5.5',
}

let server: ModelServer

/** Starts the model server for the tests of a file. */
export function useModelServer(): () => ModelServer {
  beforeAll(async () => {
    server = await startModelServer()
  })
  afterAll(() => server.close())
  return () => server
}

/** The agent as `.review-loop/config.yaml` names it, with a scripted model behind it, and the variables it needs. */
export function configured(name: AgentName, scenario: string) {
  const settings = {
    kind: name,
    command: programOf(name),
    model: models[name],
    base_url: `${server.url(scenario)}${suffixes[name]}`,
  }
  return { settings, env: { [keys[name]]: 'dummy-key-for-tests' } }
}

export interface Stage {
  readonly repository: TestRepository
  readonly scenario: string
  readonly run: (task?: Partial<AgentTask>, signal?: AbortSignal) => Promise<AgentReply>
  readonly read: (path: string) => string
  readonly transcript: (reply: AgentReply) => string
}

let stages = 0

export interface StageOptions {
  readonly scenario: string | ((root: string) => ScenarioSource)
  readonly files?: Readonly<Record<string, string>>
  readonly settings?: Partial<AgentSettings>
  readonly variables?: Readonly<Record<string, string>>
  readonly sandbox?: 'auto' | 'required' | 'off'
}

export const source = 'export function add(a, b) {\n  return a - b\n}\n'

/** A repository with one faulty file, and the agent in front of it. */
export async function stageFor(name: AgentName, options: StageOptions): Promise<Stage> {
  const repository = createRepository({ 'src/calc.js': source, 'README.md': '# Calc\n', ...options.files })
  const scenario = typeof options.scenario === 'string' ? options.scenario : `${name}-${stages++}`
  if (typeof options.scenario !== 'string') server.add(scenario, options.scenario(repository.path))
  const agent = await guardedAgent(name, repository, scenario, options)
  return {
    repository,
    scenario,
    run: (task, signal = new AbortController().signal) => agent.run(taskFor(repository, task), signal),
    read: (path) => readFileSync(join(repository.path, path), 'utf8'),
    transcript: (reply) => readFileSync(join(repository.path, reply.transcript ?? 'none'), 'utf8'),
  }
}

async function guardedAgent(
  name: AgentName,
  test: TestRepository,
  scenario: string,
  options: StageOptions,
): Promise<Agent> {
  ensureStateFolder(test.path)
  const repository = await openRepository(test.path)
  const agent = await createAgent(
    {
      ...plain(name),
      command: programOf(name),
      model: models[name],
      baseUrl: `${server.url(scenario)}${suffixes[name]}`,
      ...options.settings,
    },
    {
      variables: {
        PATH: process.env.PATH,
        HOME: join(test.path, '..', 'no-such-home'),
        [keys[name]]: 'dummy-key-for-tests',
        GITHUB_TOKEN: 'must-not-reach-it',
        ...options.variables,
      },
      root: test.path,
      transcripts: '.review-loop/tmp/transcripts',
      sandbox: options.sandbox ?? 'auto',
    },
  )
  if (agent === undefined) throw new Error(`${name} is no agent`)
  return guardAgent(agent, {
    repository,
    limiter: createLimiter({ overall: 4, perAgent: 4 }),
    budget: createSharedBudget({ timeMs: null, dollars: null, atOnce: 4 }),
    copies: createCopies(repository),
    held: options.sandbox !== 'off',
  })
}

function taskFor(repository: TestRepository, task: Partial<AgentTask> = {}): AgentTask {
  return {
    role: 'reviewer',
    name: 'reviewer',
    round: 1,
    session: null,
    prompt: `Review src/calc.js. Answer with one JSON object.\n`,
    workspace: repository.path,
    mayWrite: false,
    budget: { seconds: 60, turns: 10, tokens: null, dollars: null },
    files: ['src/calc.js'],
    findings: [],
    schema: null,
    ...task,
  }
}

export const answer = { summary: 'Looked at src/calc.js.', findings: [] }

/** Reads the file, then answers. */
export const reviewing = (root: string): ScenarioSource => ({
  steps: [{ read: `${root}/src/calc.js` }, { json: answer }],
})

/** Reads the file, mends it, then answers. */
export const mending = (root: string): ScenarioSource => ({
  steps: [
    { read: `${root}/src/calc.js` },
    { edit: { path: `${root}/src/calc.js`, old: '  return a - b', new: '  return a + b' } },
    { json: { summary: 'Mended.', addressed: [], unable: [], files: ['src/calc.js'] } },
  ],
})
