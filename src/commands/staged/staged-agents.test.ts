import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { plain } from '../../core/agents/select.ts'
import { backendOf, chooseStagedAgents, type StagedFlags } from './staged-agents.ts'

const root = mkdtempSync(join(tmpdir(), 'staged-agents-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Here {
  readonly flags?: StagedFlags
  /** config.yaml and config.md */
  readonly yaml?: string
  readonly flat?: string
  readonly installed?: readonly string[]
  readonly keys?: Readonly<Record<string, string>>
}

/** A machine with these programs on its PATH. */
function machineWith(programs: readonly string[]): string {
  const folder = mkdtempSync(join(root, 'bin-'))
  for (const name of programs) {
    writeFileSync(join(folder, name), '#!/bin/sh\n')
    chmodSync(join(folder, name), 0o755)
  }
  mkdirSync(join(folder, 'home'))
  return folder
}

const codexKey = { OPENAI_API_KEY: 'x', CODEX_API_KEY: 'x' }

async function choose({ flags = {}, yaml = '', flat = '', installed = ['claude', 'codex'], keys = codexKey }: Here) {
  const { config, run, origins, errors } = await loadConfig({
    config: { name: 'config.yaml', text: yaml },
    flat: { name: '.review-loop/config.md', text: flat },
    waivers: undefined,
  })
  expect(errors).toEqual([])
  const PATH = machineWith(installed)
  const variables = { PATH, HOME: join(PATH, 'home'), ...keys }
  return chooseStagedAgents({ flags, config, run, origins, variables, root })
}

const sonnet = 'claude-sonnet-4-6'

describe('the reviewer', () => {
  it.each<[string, Here, string, string | null, string]>([
    [
      'a flag',
      { flags: { reviewer: 'codex', agent: 'claude' }, yaml: 'roles: { reviewer: claude }' },
      'codex',
      null,
      '--reviewer',
    ],
    [
      'the flag for all roles',
      { flags: { agent: 'codex' }, yaml: 'roles: { reviewer: claude }' },
      'codex',
      null,
      '--agent',
    ],
    [
      'the configuration',
      { yaml: 'roles: { reviewer: codex }', flat: 'codex_reviewer_backend: claude_cli' },
      'codex',
      null,
      'roles.reviewer',
    ],
    ['the shared keys', { flat: 'codex_reviewer_backend: codex' }, 'codex', null, 'codex_reviewer_backend'],
    [
      'the keys of config.yaml before them',
      { yaml: 'run: { codex_reviewer_backend: codex }', flat: 'codex_reviewer_backend: claude_cli' },
      'codex',
      null,
      'codex_reviewer_backend',
    ],
    [
      'the shared keys, with a model',
      { flat: 'codex_reviewer_backend: codex\ncodex_reviewer_model: gpt-5.5' },
      'codex',
      'gpt-5.5',
      'codex_reviewer_backend',
    ],
    [
      'the shared keys for the Claude path',
      { flat: 'codex_reviewer_backend: claude_cli' },
      'claude',
      sonnet,
      'codex_reviewer_backend',
    ],
    ['what is installed', {}, 'claude', sonnet, 'it is installed'],
    ['whoever is there', { installed: ['codex'] }, 'codex', null, 'chosen by itself'],
  ])('is named by %s', async (_, here, name, model, why) => {
    const { agents, notices } = await choose(here)
    expect(agents.reviewer).toMatchObject({ name, model })
    expect(notices[2]).toBe(`Reviewer: ${name}${model === null ? '' : `, model ${model}`} (${why}).`)
  })

  it('ignores the key of another runtime', async () => {
    expect((await choose({ flat: 'reviewer: codex' })).agents.reviewer.kind).toBe('claude')
  })

  it.each<[string, Here, string | null]>([
    ['its own key', { flat: 'reviewer_model: opus\njudgment_model: haiku' }, 'opus'],
    ['that of its tier', { flat: 'judgment_model: haiku\ncheap_model: x' }, 'haiku'],
    ['the last resort', {}, sonnet],
    ['the flag before everything', { flags: { reviewer: 'claude:opus' }, flat: 'reviewer_model: haiku' }, 'opus'],
    ['what the configuration says of the agent', { yaml: 'agents: { mine: { kind: claude, model: opus } }' }, 'opus'],
    [
      'the shared key for an agent that was named without one',
      { flags: { reviewer: 'claude' }, flat: 'reviewer_model: haiku' },
      'haiku',
    ],
    ['the last resort, also when it was named', { flags: { reviewer: 'claude' } }, sonnet],
    ['the last resort for whoever plays all roles', { flags: { agent: 'claude' } }, sonnet],
    ['the last resort for a role', { yaml: 'roles: { reviewer: claude }' }, sonnet],
  ])('is asked with a model by %s', async (_, here, model) => {
    expect((await choose(here)).agents.reviewer.model).toBe(model)
  })

  it.each<[string, Here, 0 | 1, string]>([
    ['the Claude path', {}, 0, 'claude-cli'],
    ['the Claude path by name', { flags: { reviewer: 'claude' } }, 0, 'claude-cli'],
    ['any other', { flags: { reviewer: 'codex' } }, 1, 'codex'],
  ])('is asked again, or not, on %s', async (_, here, reviewerRetries, backend) => {
    expect(await choose(here)).toMatchObject({ reviewerRetries, backends: { reviewer_backend: backend } })
  })
})

describe('those who write', () => {
  it.each<[string, Here, string, string]>([
    ['flags', { flags: { planner: 'claude', executor: 'codex', agent: 'claude' } }, 'claude', 'codex'],
    ['one flag', { flags: { agent: 'codex' } }, 'codex', 'codex'],
    ['the flag of the executor', { flags: { executor: 'codex' } }, 'codex', 'codex'],
    ['the configuration', { yaml: 'roles: { planner: claude, executor: codex }' }, 'claude', 'codex'],
    ['whoever is there', {}, 'codex', 'codex'],
  ])('are named by %s', async (_, here, planner, executor) => {
    const { agents, backends } = await choose(here)
    expect([agents.planner.name, agents.executor.name]).toEqual([planner, executor])
    expect(backends).toMatchObject({
      session_origin: 'review-loop',
      orchestrator_backend: 'review-loop',
      executor_backend: executor,
    })
  })

  it('are not given the models of other runtimes', async () => {
    const flat = 'executor_model: opus\ncodex_executor_model: gpt-5.5\njudgment_model: haiku'
    const { agents, notices } = await choose({ flat })
    expect([agents.planner.model, agents.executor.model]).toEqual([null, null])
    expect(notices.slice(0, 2)).toEqual(['Planner: codex (as the executor).', 'Executor: codex (chosen by itself).'])
  })
})

it.each<[string, Here, RegExp]>([
  ['nobody is there', { installed: [], keys: {} }, /^executor: no agent was found/],
  ['nobody may review', { flags: { agent: 'codex', reviewer: 'none' } }, /^reviewer: a staged run needs an agent/],
  [
    'nobody is found to plan',
    { flags: { executor: 'claude', planner: 'auto' }, keys: {} },
    /^planner: no agent was found/,
  ],
  ['the executor is not there', { flags: { executor: 'gemini' } }, /^executor: gemini is not installed/],
  [
    'the reviewer of the shared keys is not there',
    { flat: '\ncodex_reviewer_backend: claude_cli', installed: ['codex'] },
    /^\.review-loop\/config\.md:2: codex_reviewer_backend: claude is not installed/,
  ],
  [
    'a name means nothing',
    { flags: { agent: 'codex', reviewer: 'clawd' } },
    /^reviewer: there is no agent called "clawd"/,
  ],
])('refuses to begin when %s', async (_, here, message) => {
  await expect(choose(here)).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(message) })
})

it('says that a limit in dollars may not hold', async () => {
  const { notices } = await choose({ flags: { maxDollars: 1 } })
  expect(notices[3]).toMatch(/may not hold for codex/)
})

it.each([
  [plain('claude'), 'claude-cli'],
  [{ ...plain('codex'), name: 'mine' }, 'codex'],
  [{ ...plain('command'), name: 'mine' }, 'mine'],
  [plain('gemini'), 'gemini'],
])('names %j in session files: %s', (settings, name) => {
  expect(backendOf(settings)).toBe(name)
})
