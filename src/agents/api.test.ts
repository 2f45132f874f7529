import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type CallChanges, callAgent, maskedWord, newFolder } from '../../test/kit/agent-call.ts'
import type { Step } from '../../test/kit/model-server/scenario.ts'
import { startModelServer } from '../../test/kit/model-server/server.ts'
import { maskSecret } from '../core/values/redact.ts'
import type { AgentBudget, AgentReply, AgentSettings } from '../types.ts'
import { createApiAgent } from './api.ts'

const server = await startModelServer()
afterAll(() => server.close())

type Provider = NonNullable<AgentSettings['provider']>

const providers: readonly [provider: Provider, model: string, path: string][] = [
  ['anthropic', 'claude-sonnet-4-6', ''],
  ['openai', 'gpt-5.5', '/v1'],
  ['google', 'gemini-3-pro', ''],
  ['openai-compatible', 'qwen3', '/v1'],
]

const variables = {
  ANTHROPIC_API_KEY: 'dummy-anthropic',
  OPENAI_API_KEY: 'dummy-openai',
  GEMINI_API_KEY: 'dummy-google',
}

const schema = {
  type: 'object',
  properties: { summary: { type: 'string' } },
  required: ['summary'],
  additionalProperties: false,
} as const

const budget = { seconds: 20, turns: null, tokens: null, dollars: null }

describe.each(providers)('%s', (provider, model, path) => {
  const ask = (scenario: string, changes: CallChanges = {}) =>
    call(scenario, {
      ...changes,
      settings: { provider, model, baseUrl: server.url(scenario) + path, ...changes.settings },
    })

  it('answers', async () => {
    expect(await ask('ok')).toMatchObject({
      status: 'ok',
      reason: null,
      text: 'OK',
      structured: null,
      usage: { inputTokens: 1000, cachedTokens: 200, outputTokens: 50 },
      turns: 1,
      toolCalls: 0,
      retryAfterMs: null,
    })
  })

  it('gives an object when a schema asks for one', async () => {
    const scenario = addSteps(`schema-${provider}`, [{ json: { summary: 'fine' } }])
    expect(await ask(scenario, { task: { schema } })).toMatchObject({ status: 'ok', structured: { summary: 'fine' } })
    expect(JSON.stringify(server.log(scenario)[0]?.body())).toContain('"summary"')
  })

  it('keeps the text of an answer that is not the object asked for', async () => {
    const scenario = addSteps(`prose-${provider}`, [{ text: 'I would rather not.' }])
    const reply = await ask(scenario, { task: { schema } })
    expect(reply).toMatchObject({ status: 'malformed', text: 'I would rather not.', structured: null })
  })

  it.each([
    [401, 'not_logged_in'],
    [403, 'not_logged_in'],
    [404, 'misconfigured'],
    [500, 'server'],
    [503, 'server'],
    [529, 'server'],
  ])('takes status %i for %s', async (status, expected) => {
    const reply = await ask(`fault-${status}`)
    expect(reply).toMatchObject({ status: expected, text: '', turns: 0 })
    expect(reply.reason).toMatch(/scripted/)
    expect(server.log(`fault-${status}`).filter(({ provider: asked }) => asked === apiOf[provider])).toHaveLength(1)
  })

  it('tells how long a busy service asks to wait', async () => {
    const scenario = `busy-${provider}`
    server.add(scenario, { steps: [{ text: 'OK' }], fault: { status: 429, retryAfter: 7 } })
    expect(await ask(scenario)).toMatchObject({ status: 'rate_limited', retryAfterMs: 7000 })
    expect(server.log(scenario)).toHaveLength(1)
  })

  it('tells a prompt that is too long from a wrong request', async () => {
    const scenario = `long-${provider}`
    const message = 'This prompt is too long: 300000 tokens exceed the context window.'
    server.add(scenario, { steps: [{ text: 'OK' }], fault: { status: 400, message } })
    expect(await ask(scenario)).toMatchObject({ status: 'too_long' })
    server.add(`wrong-${provider}`, { steps: [{ text: 'OK' }], fault: { status: 400, message: 'Unknown field.' } })
    expect(await ask(`wrong-${provider}`)).toMatchObject({ status: 'misconfigured' })
  })

  it.each([
    ['malformed', 'malformed'],
    ['empty', 'malformed'],
    ['badjson', 'malformed'],
    ['cut-mid', 'server'],
  ])('does not believe an answer that is %s', async (scenario, status) => {
    expect(await ask(scenario)).toMatchObject({ status, reason: expect.stringMatching(/\w+ \w+/) })
  })

  it('does not believe an empty answer, nor one without tokens', async () => {
    expect(await ask(addSteps(`blank-${provider}`, [{ text: ' ' }]))).toMatchObject({ status: 'malformed' })
    server.add(`free-${provider}`, { steps: [{ text: 'OK' }], usage: { out: 0 } })
    expect(await ask(`free-${provider}`)).toMatchObject({ status: 'malformed', text: 'OK' })
  })

  it.each(['hang', 'hang-mid'])('ends a call that does not end (%s)', async (scenario) => {
    expect(await ask(scenario, { task: { budget: { ...budget, seconds: 0.3 } } })).toMatchObject({
      status: 'timed_out',
    })
    expect(await ask(scenario, { signal: AbortSignal.timeout(200) })).toMatchObject({ status: 'cancelled' })
  })

  it('looks into the workspace and edits it for a fixer', async () => {
    const workspace = repository({ 'src/calc.js': 'export const add = (a, b) => a - b\n' })
    const scenario = addSteps(`fix-${provider}`, [
      { tool: 'search', input: { pattern: 'a - b' } },
      { tool: 'read_file', input: { path: 'src/calc.js' } },
      { tool: 'edit_file', input: { path: 'src/calc.js', old_text: 'a - b', new_text: 'a + b' } },
      { text: 'Mended.' },
    ])
    const reply = await ask(scenario, { task: { workspace, role: 'fixer', mayWrite: true } })
    expect(reply).toMatchObject({ status: 'ok', text: 'Mended.', turns: 4, toolCalls: 3, usage: { outputTokens: 200 } })
    expect(readFileSync(join(workspace, 'src/calc.js'), 'utf8')).toBe('export const add = (a, b) => a + b\n')
    expect(readFileSync(join(workspace, reply.transcript ?? ''), 'utf8')).toContain('edit_file {"path":"src/calc.js"')
  })

  it('offers a reviewer nothing to write with, and runs nothing that was not offered', async () => {
    const workspace = repository({ 'a.txt': 'one\n' })
    const scenario = addSteps(`hostile-${provider}`, [
      { tool: 'edit_file', input: { path: 'a.txt', old_text: 'one', new_text: 'two' } },
      { tool: 'write_file', input: { path: 'b.txt', content: 'x' } },
      { tool: 'read_file', input: { path: '/etc/hostname' } },
      { text: 'Done.' },
    ])
    const reply = await ask(scenario, { task: { workspace } })
    expect(reply).toMatchObject({ status: 'ok', toolCalls: 3 })
    expect(server.log(scenario)[0]?.tools).toEqual(['read_file', 'list_files', 'search'])
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: workspace, encoding: 'utf8' })).toBe('')
    expect(JSON.stringify(server.log(scenario).at(-1)?.body())).toContain('outside the workspace')
  })

  it('holds the budget of turns and of tokens', async () => {
    const endless = addSteps(`endless-${provider}`, [{ tool: 'list_files', input: {} }])
    const asked = (limits: Partial<AgentBudget>) =>
      ask(endless, { task: { workspace: repository({}), budget: { ...budget, ...limits } } })
    const over = (limit: string) => ({ status: 'over_budget', reason: expect.stringContaining(`of ${limit} was used`) })
    expect(await asked({ turns: 3, tokens: 90_000 })).toMatchObject({ ...over('3 turns'), turns: 3 })
    const usage = { inputTokens: 2000 }
    expect(await asked({ turns: 9, tokens: 2000 })).toMatchObject({ ...over('2000 tokens'), turns: 2, usage })
  })
})

const apiOf = { anthropic: 'anthropic', openai: 'responses', google: 'gemini', 'openai-compatible': 'chat' } as const

it.each([
  ['response_format json_schema is not supported', (body: string) => body.includes('json_schema')],
  ['registry.ollama.ai/library/tiny does not support tools', (body: string) => body.includes('"tools"')],
])('asks again without what the service does not have: %s', async (message, isRefused) => {
  const scenario = `picky-${message.length}`
  server.add(scenario, (request) =>
    isRefused(JSON.stringify(request.body))
      ? { steps: [], fault: { status: 400, message } }
      : { steps: [{ json: { summary: 'plain' } }] },
  )
  const settings = { provider: 'openai-compatible', model: 'tiny', baseUrl: `${server.url(scenario)}/v1` } as const
  const reply = await call(scenario, { settings, task: { schema } })
  expect(reply).toMatchObject({ status: 'ok', structured: { summary: 'plain' } })
  expect(server.log(scenario)).toHaveLength(2)
  if (!message.includes('tools')) return
  const fixer = await call(scenario, { settings, task: { schema, role: 'fixer', mayWrite: true } })
  expect(fixer).toMatchObject({ status: 'misconfigured', reason: expect.stringContaining('does not support tools') })
})

it('sends a key only where it belongs', async () => {
  const settings = { provider: 'openai-compatible', model: 'tiny', baseUrl: `${server.url('ok')}/v1` } as const
  server.reset()
  await call('ok', { settings })
  await call('ok', { settings: { ...settings, keyEnv: 'OPENAI_API_KEY' } })
  expect(server.log('ok').map(({ keyHeaders }) => keyHeaders)).toEqual([[], ['authorization']])
})

it('masks the key and other secrets in the transcript and the reason', async () => {
  const root = newFolder()
  const shownKey = maskSecret(variables.OPENAI_API_KEY)
  const message = `The key ${variables.OPENAI_API_KEY} and ${maskedWord} are wrong`
  server.add('echo', { steps: [{ text: 'OK' }], fault: { status: 401, message } })
  const settings = { model: 'gpt-5.5', baseUrl: `${server.url('echo')}/v1` }
  const reply = await call('echo', { settings, machine: { root, variables } })
  expect(reply.reason).toContain(`The key ${shownKey} and s3c… are wrong`)
  expect(readFileSync(join(root, reply.transcript ?? ''), 'utf8')).toContain(`${shownKey} and s3c…`)
})

it('knows the price of a model and holds a budget of dollars', async () => {
  const settings = { provider: 'openai', model: 'dear-model', baseUrl: `${server.url('ok')}/v1` } as const
  const prices = { 'dear-model': { input: 10, cached: 1, output: 100 } }
  const once = await call('ok', { settings, machine: { prices } })
  expect(once.usage.costUsd).toBeCloseTo((1000 * 10 + 200 * 1 + 50 * 100) / 1_000_000)
  const endless = addSteps('endless-dollars', [{ tool: 'list_files', input: {} }])
  const limited = await call(endless, {
    settings: { ...settings, baseUrl: `${server.url(endless)}/v1` },
    machine: { prices },
    task: { workspace: repository({}), budget: { ...budget, dollars: 0.03 } },
  })
  expect(limited).toMatchObject({ status: 'over_budget', turns: 2, reason: expect.stringContaining('0.03 dollars') })
})

it('does not know the price of every model', async () => {
  const settings = { provider: 'openai-compatible', model: 'house-model', baseUrl: `${server.url('ok')}/v1` } as const
  expect((await call('ok', { settings })).usage.costUsd).toBeNull()
})

it('names the variable of a key that is not accepted', async () => {
  const settings = { model: 'gpt-5.5', baseUrl: `${server.url('fault-401')}/v1` }
  expect((await call('fault-401', { settings })).reason).toMatch(/; check OPENAI_API_KEY$/)
})

it('says that nobody answers at an address', async () => {
  const gone = await startModelServer()
  await gone.close()
  const settings = { provider: 'openai-compatible', model: 'tiny', baseUrl: gone.url('ok') } as const
  expect(await call('', { settings })).toMatchObject({
    status: 'unavailable',
    reason: expect.stringMatching(/ECONNREFUSED.*; 127\.0\.0\.1:\d+ cannot be reached: check base_url/),
  })
})

function call(scenario: string, changes: CallChanges): Promise<AgentReply> {
  const settings = { baseUrl: server.url(scenario), ...changes.settings }
  return callAgent(createApiAgent, 'api', { ...changes, settings, machine: { variables, ...changes.machine } })
}

function addSteps(name: string, steps: readonly Step[]): string {
  server.add(name, { steps, side: false })
  return name
}

function repository(files: Readonly<Record<string, string>>): string {
  const root = newFolder()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' })
  git('init', '--quiet')
  writeFileSync(join(root, '.gitignore'), '.review-loop/\n')
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  git('add', '.')
  git('-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '--quiet', '-m', 'Begin')
  return root
}
