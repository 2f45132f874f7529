import { describe, expect, it } from 'vitest'
import type { AgentFailure, Json } from '../types.ts'
import type { CliCall } from './backend.ts'
import { exampleCall, exampleTask, type Run, readRun } from './cli/example.ts'
import { opencode } from './opencode.ts'

const config = (call: Partial<CliCall>) =>
  JSON.parse(opencode.start(exampleCall(call)).env.OPENCODE_CONFIG_CONTENT ?? '')
const baseUrl = 'http://127.0.0.1:1/v1'

describe('how opencode is started', () => {
  it('denies a reviewer everything but reading', () => {
    const { args, input, files } = opencode.start(exampleCall({ model: 'anthropic/claude' }))
    expect(args.join(' ')).toBe('run --pure --format json -m anthropic/claude --title review-loop')
    expect(config({}).permission).toEqual({ '*': 'deny', read: 'allow', grep: 'allow', glob: 'allow', list: 'allow' })
    expect({ input, files }).toEqual({ input: 'Review this.', files: [] })
  })

  it('lets a fixer edit, without a shell', () => {
    const { permission } = config({ task: exampleTask({ mayWrite: true }) })
    expect(permission).toMatchObject({ '*': 'deny', edit: 'allow' })
    expect(permission).not.toHaveProperty('bash')
  })

  it('starts no program of the repository and keeps what it can of its configuration out', () => {
    expect(config({})).toMatchObject({ formatter: false, lsp: false, snapshot: false, share: 'disabled' })
    expect(opencode.start(exampleCall()).env).toMatchObject({
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
      OPENCODE_DISABLE_CLAUDE_CODE: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
    })
    expect(opencode.hides).toContain('.opencode')
  })

  it('lives in its own home', () => {
    const { env } = opencode.start(exampleCall())
    expect([env.XDG_CONFIG_HOME, env.XDG_DATA_HOME, env.XDG_CACHE_HOME, env.XDG_STATE_HOME]).toEqual([
      '/home/.config',
      '/home/.local/share',
      '/home/.cache',
      '/home/.local/state',
    ])
  })

  it('asks any service that speaks like that of OpenAI', () => {
    const env = { OPENAI_API_KEY: 'k' }
    expect(opencode.start(exampleCall({ baseUrl, model: 'm', env })).args).toContain('custom/m')
    expect(config({ baseUrl, model: 'm', env })).toMatchObject({
      model: 'custom/m',
      small_model: 'custom/m',
      enabled_providers: ['custom'],
      provider: { custom: { options: { baseURL: baseUrl, apiKey: '{env:OPENAI_API_KEY}' }, models: { m: {} } } },
    })
    expect(config({ baseUrl }).model).toBe('custom/gpt-5.5')
  })

  it('sends no other key to that service', () => {
    const { provider } = config({ baseUrl, env: { ANTHROPIC_API_KEY: 'k' } })
    expect(provider.custom.options.apiKey).toBe('none')
  })

  it.each<[string, Partial<CliCall>, Json]>([
    ['the one of the model', { model: 'openrouter/qwen/x' }, { enabled_providers: ['openrouter'] }],
    [
      'those with a key',
      { env: { ANTHROPIC_API_KEY: 'k', OPENCODE_API_KEY: '' } },
      { enabled_providers: ['anthropic'] },
    ],
    ['those with a log-in, but not the free one', {}, { disabled_providers: ['opencode'] }],
  ])('uses of all services only %s', (_, call, expected) => {
    expect(config(call)).toMatchObject(Object(expected))
  })
})

const start = { type: 'step_start', part: { type: 'step-start' } }
const read = (id: string): Json => ({ type: 'tool_use', part: { tool: 'read', callID: id, state: {} } })
const say = (text: string): Json => ({ type: 'text', part: { type: 'text', text } })
const finish = (reason: string, cost = 0.0038): Json => ({
  type: 'step_finish',
  part: { reason, tokens: { input: 1000, output: 40, reasoning: 10, cache: { write: 0, read: 200 } }, cost },
})
const empty = [
  start,
  { type: 'step_finish', part: { reason: 'unknown', tokens: { input: 0, output: 0, reasoning: 0 }, cost: 0 } },
]
const wrong = (name: string, data: Json): Json => ({ type: 'error', error: { name, data } })
const run = (extra: Partial<Run>) => readRun(opencode, { lines: [start, say('Fine.'), finish('stop')], ...extra })

describe('a run of opencode', () => {
  it('is believed with a last step that stops and an answer; steps are added up', () => {
    const lines = [start, say('I look.'), read('1'), finish('tool-calls'), start, say('Fine.'), finish('stop')]
    const { reader, outcome } = run({ lines })
    expect(outcome).toEqual({ status: 'ok', reason: null, text: 'Fine.', structured: null, retryAfterMs: null })
    expect(reader.giveUp()).toBeNull()
    expect(reader.progress()).toMatchObject({
      turns: 2,
      toolCalls: 1,
      usage: { inputTokens: 2000, cachedTokens: 400, outputTokens: 100, costUsd: 0.0076 },
    })
  })

  it('does not know the price of a model that is not in its table', () => {
    const { reader } = run({ lines: [start, say('Fine.'), finish('stop', 0)] })
    expect(reader.progress().usage.costUsd).toBeNull()
  })

  it.each<[Partial<CliCall>, string | null]>([
    [{ baseUrl }, 'gpt-5.5'],
    [{ baseUrl, model: 'house-model' }, 'house-model'],
    [{ model: 'openai/gpt-5.5' }, 'openai/gpt-5.5'],
    [{}, null],
  ])('names the model of %j, so that it can be priced', (call, model) => {
    const reader = opencode.reader(exampleCall(call))
    reader.line(JSON.stringify(finish('stop', 0)))
    expect(reader.progress().byModel).toMatchObject([{ model, tokens: { inputTokens: 1000, outputTokens: 50 } }])
  })

  it('may print what nobody knows', () => {
    const noise: Json[] = ['log', '{"type":"te', '[]', { type: 'new' }, { type: 'reasoning', part: {} }]
    expect(run({ lines: [...noise, start, say('Fine.'), ...noise, finish('stop'), ...noise] }).outcome.text).toBe(
      'Fine.',
    )
  })

  it('is given up when answer after answer is empty', () => {
    expect(run({ lines: [...empty, ...empty, ...empty] }).reader.giveUp()).toBeNull()
    const { reader, outcome } = run({ lines: [...empty, ...empty, ...empty, ...empty] })
    expect(reader.giveUp()?.status).toBe('server')
    expect(outcome.status).toBe('server')
  })

  it('may ask many times as long as something comes', () => {
    const step = [start, read('1'), finish('tool-calls')]
    expect(run({ lines: [...step, ...step, ...step, ...step, ...step, ...step] }).reader.giveUp()).toBeNull()
  })

  it('passes on how long the service asks to wait', () => {
    const error = wrong('APIError', { message: 'slow', statusCode: 429, responseHeaders: { 'retry-after': '7' } })
    expect(run({ lines: [error], exitCode: 1 }).outcome).toMatchObject({ status: 'rate_limited', retryAfterMs: 7000 })
  })

  const api = (statusCode: number) => [wrong('APIError', { message: 'scripted', statusCode })]
  it.each<[string, AgentFailure, Partial<Run>]>([
    ['401', 'not_logged_in', { lines: api(401), exitCode: 1 }],
    ['403', 'not_logged_in', { lines: api(403), exitCode: 1 }],
    ['no key', 'not_logged_in', { lines: [wrong('ProviderAuthError', { message: 'x' })], exitCode: 1 }],
    ['429', 'rate_limited', { lines: api(429), exitCode: 1 }],
    ['400', 'refused', { lines: api(400), exitCode: 1 }],
    ['500', 'server', { lines: api(500), exitCode: 1 }],
    ['no connection', 'server', { lines: [wrong('APIError', { message: 'Cannot connect to API' })], exitCode: 1 }],
    ['broken JSON', 'server', { lines: [wrong('UnknownError', { message: 'JSON parsing failed' })], exitCode: 1 }],
    ['an unknown model', 'misconfigured', { lines: [wrong('UnknownError', { message: 'Unexpected server error.' })] }],
    ['a prompt that is too long', 'too_long', { lines: [wrong('ContextOverflowError', { message: 'x' })] }],
    ['an error without words', 'server', { lines: [{ type: 'error' }] }],
    ['an error after an answer', 'server', { lines: [start, say('Fine.'), finish('stop'), ...api(500)] }],
    ['a permission that nobody gave, exit code 0', 'crashed', { lines: [start, read('1'), finish('tool-calls')] }],
    ['an answer that was cut', 'crashed', { lines: [start, say('Fi'), finish('length')] }],
    ['a step that does not end', 'crashed', { lines: [start, say('Fine.'), finish('stop'), start] }],
    ['no answer', 'malformed', { lines: [start, finish('stop')] }],
    ['an answer before a tool only', 'malformed', { lines: [start, say('I look.'), read('1'), finish('stop')] }],
    ['no tokens', 'malformed', { lines: [start, say('x'), { type: 'step_finish', part: { reason: 'stop' } }] }],
    ['nothing', 'crashed', { lines: [] }],
    ['an exit code after success', 'crashed', { exitCode: 1 }],
    ['a signal', 'crashed', { lines: [start], exitCode: null, signal: 'SIGTERM' }],
    ['nothing but garbage', 'crashed', { lines: ['{{{', 'abc'] }],
  ])('fails with %s', (_, status, extra) => {
    expect(run(extra).outcome.status).toBe(status)
  })
})
