import { describe, expect, it } from 'vitest'
import type { AgentFailure, Json } from '../types.ts'
import { exampleCall, exampleTask, type Run, readRun } from './cli/example.ts'
import { copilot } from './copilot.ts'

describe('how copilot is started', () => {
  it('gives a reviewer nothing but tools that read', () => {
    const { args, input, files } = copilot.start(exampleCall())
    expect(args.join(' ')).toBe(
      '--output-format json --no-ask-user --no-custom-instructions --disable-builtin-mcps --no-auto-update ' +
        '--disable-client-telemetry --available-tools view grep glob --usage-output-file /temporary/copilot-usage.json',
    )
    expect(input).toBe('Review this.')
    expect(files).toEqual([])
  })

  it('lets a fixer edit whatever its model is called, without a shell', () => {
    const { args } = copilot.start(exampleCall({ task: exampleTask({ mayWrite: true }) }))
    expect(args.join(' ')).toContain(
      '--available-tools view grep glob apply_patch edit create --allow-tool write --usage-output-file',
    )
  })

  it('never trusts the folder nor allows everything', () => {
    const { args, env } = copilot.start(exampleCall({ task: exampleTask({ mayWrite: true }) }))
    expect(JSON.stringify({ args, env })).not.toMatch(/trust|allow-all|ALLOW_ALL|yolo/)
  })

  it('reaches a provider of its own and nothing else', () => {
    const env = { COPILOT_PROVIDER_API_KEY: 'k' }
    expect(copilot.start(exampleCall({ baseUrl: 'http://127.0.0.1:1/v1', model: 'm', env })).env).toEqual({
      COPILOT_PROVIDER_API_KEY: 'k',
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:1/v1',
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_MODEL: 'm',
      COPILOT_HOME: '/home/.copilot',
      COPILOT_AUTO_UPDATE: 'false',
    })
  })

  it('keeps the kind of provider that is set, and has a model when none is named', () => {
    const env = { COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:1', COPILOT_PROVIDER_TYPE: 'anthropic' }
    expect(copilot.start(exampleCall({ env })).env).toMatchObject({ ...env, COPILOT_MODEL: 'gpt-5.5' })
  })

  it('uses the log-in at GitHub without a provider', () => {
    const { env } = copilot.start(exampleCall({ env: { COPILOT_GITHUB_TOKEN: 'k' } }))
    expect(Object.keys(env).sort()).toEqual(['COPILOT_AUTO_UPDATE', 'COPILOT_GITHUB_TOKEN', 'COPILOT_HOME'])
    expect(copilot.start(exampleCall({ model: 'm' })).env.COPILOT_MODEL).toBe('m')
  })
})

const event = (type: string, data: Json = {}): Json => ({ type, data, id: 'i', timestamp: 't' })
const turn = event('assistant.turn_start', { turnId: '0' })
const call = (id: string): Json => event('tool.execution_start', { toolCallId: id, toolName: 'view' })
const ask = event('assistant.message', { content: 'I look.', toolRequests: [{ toolCallId: '1', name: 'view' }] })
const say = (content: string): Json => event('assistant.message', { content, toolRequests: [] })
const done = (exitCode: number): Json => ({ type: 'result', sessionId: 's', exitCode, usage: {} })
const failure = (statusCode: number | null): Json =>
  event('model.call_failure', { errorMessage: 'scripted', ...(statusCode === null ? {} : { statusCode }) })
const idle = event('assistant.idle', { aborted: true })
const problem = (data: Json): Json => event('session.error', data)

const counts = { inputTokens: 1200, outputTokens: 50, cacheReadTokens: 200 }
const usageFile = JSON.stringify({ modelMetrics: { a: { usage: counts }, b: { usage: counts } } })
const run = (extra: Partial<Run>) =>
  readRun(copilot, {
    lines: [turn, say('Fine.'), done(0)],
    file: (path) => (path === 'copilot-usage.json' ? usageFile : undefined),
    ...extra,
  })

describe('a run of copilot', () => {
  it('is believed with an answer, a result and tokens in the usage file', () => {
    const echo = event('user.message', { content: 'Review this.' })
    const { reader, outcome } = run({ lines: [echo, turn, ask, call('1'), call('1'), turn, say('Fine.'), done(0)] })
    expect(outcome).toEqual({ status: 'ok', reason: null, text: 'Fine.', structured: null, retryAfterMs: null })
    expect(reader.giveUp()).toBeNull()
    expect(reader.progress()).toEqual({
      turns: 2,
      toolCalls: 1,
      usage: { inputTokens: 2000, cachedTokens: 400, outputTokens: 100, costUsd: null },
      byModel: ['a', 'b'].map((model) => ({
        model,
        tokens: { inputTokens: 1000, cachedTokens: 200, outputTokens: 50, costUsd: null },
      })),
    })
  })

  it('may print what nobody knows', () => {
    const noise: Json[] = ['warning', '{"type":"ass', '[]', { type: 'new' }, { type: 'assistant.message', data: 3 }]
    expect(run({ lines: [...noise, turn, say('Fine.'), done(0), 'x', { type: 'new' }] }).outcome.status).toBe('ok')
  })

  it('survives failures that pass', () => {
    const lines = [turn, failure(500), failure(500), say('Fine.'), failure(500), say('Fine.'), done(0)]
    const { reader, outcome } = run({ lines })
    expect(outcome.status).toBe('ok')
    expect(reader.giveUp()).toBeNull()
  })

  it.each<[string, AgentFailure, Json[]]>([
    ['a wrong key, at once', 'not_logged_in', [turn, failure(401)]],
    ['a busy service, after a while', 'rate_limited', [turn, failure(429), failure(429), failure(429)]],
    ['a broken service, after a while', 'server', [turn, failure(500), failure(503), failure(500)]],
    ['a service that cannot be reached', 'server', [turn, failure(null), failure(null), failure(null)]],
  ])('is given up for %s', (_, status, lines) => {
    const { reader, outcome } = run({ lines: [...lines, idle, done(0)] })
    expect(reader.giveUp()?.status).toBe(status)
    expect(outcome.status).toBe(status)
  })

  it.each<[string, AgentFailure, Partial<Run>]>([
    [
      '401',
      'not_logged_in',
      { lines: [problem({ errorType: 'authentication', message: 'x', statusCode: 401 }), done(1)] },
    ],
    ['403', 'not_logged_in', { lines: [problem({ errorType: 'authentication', statusCode: 403 }), done(1)] }],
    ['a log-in without a status', 'not_logged_in', { lines: [problem({ errorType: 'authentication' }), done(1)] }],
    [
      'no log-in',
      'not_logged_in',
      { lines: [], exitCode: 1, stderr: 'Error: No authentication information found.\n\n• x' },
    ],
    ['429', 'rate_limited', { lines: [problem({ errorType: 'rate_limit', statusCode: 429 }), done(1)] }],
    ['a rate limit without a status', 'rate_limited', { lines: [problem({ errorType: 'rate_limit' }), done(1)] }],
    ['400', 'refused', { lines: [problem({ errorType: 'query', message: 'bad field', statusCode: 400 }), done(1)] }],
    ['500', 'server', { lines: [problem({ errorType: 'query', statusCode: 500 }), done(1)] }],
    ['a cut stream', 'server', { lines: [problem({ errorType: 'query', message: 'no chunks' }), done(1)] }],
    ['an error event reported as success', 'server', { lines: [say('Fine.'), problem({}), done(0)] }],
    ['being stopped, with exit code 0', 'crashed', { lines: [turn, idle, done(0)] }],
    ['being stopped after a part of an answer', 'crashed', { lines: [turn, say('Fi'), idle, done(0)] }],
    ['no usage file', 'malformed', { file: () => undefined }],
    ['a broken usage file', 'malformed', { file: () => '{"modelMetrics":' }],
    ['no output tokens', 'malformed', { file: () => '{"modelMetrics":{"m":{"usage":{"inputTokens":5}}}}' }],
    ['no answer', 'malformed', { lines: [turn, ask, call('1'), done(0)] }],
    ['no end', 'crashed', { lines: [turn, say('Fine.')] }],
    ['an end that is a failure', 'crashed', { lines: [turn, say('Fine.'), done(1)], exitCode: 1 }],
    ['an exit code after success', 'crashed', { exitCode: 1 }],
    ['a signal', 'crashed', { lines: [turn], exitCode: null, signal: 'SIGKILL' }],
    ['a wrong switch', 'misconfigured', { lines: [], exitCode: 1, stderr: "error: unexpected argument '--x' found" }],
    ['nothing but garbage', 'crashed', { lines: ['{{{', 'abc'] }],
  ])('fails with %s', (_, status, extra) => {
    expect(run(extra).outcome.status).toBe(status)
  })

  it('tells the tokens of a failed run too', () => {
    expect(run({ lines: [problem({ statusCode: 500 }), done(1)] }).reader.progress().usage.outputTokens).toBe(100)
  })
})
