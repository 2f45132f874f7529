import { describe, expect, it } from 'vitest'
import type { AgentFailure, Json } from '../types.ts'
import type { CliCall } from './backend.ts'
import { exampleCall, exampleTask, type Run, readRun } from './cli/example.ts'
import { qwen } from './qwen.ts'

const schema = { type: 'object', properties: { summary: { type: 'string' } }, required: ['summary'] }
const fixer = exampleTask({ role: 'fixer', mayWrite: true })
const argument = (call: Partial<CliCall>, name: string) => {
  const { args } = qwen.start(exampleCall(call))
  return args[args.indexOf(name) + 1]
}
const settings = (call: Partial<CliCall>) => JSON.parse(qwen.start(exampleCall(call)).files[0]?.content ?? '')

describe('how qwen is started', () => {
  it('takes everything from a reviewer but tools that read', () => {
    const { args, input } = qwen.start(exampleCall({ model: 'm', baseUrl: 'http://127.0.0.1:1/v1' }))
    expect(args.join(' ')).toMatch(
      /^--auth-type openai --openai-base-url http:\/\/127\.0\.0\.1:1\/v1 -m m -o stream-json --chat-recording=false --safe-mode --approval-mode default --exclude-tools \S+ --max-wall-time 600s$/,
    )
    expect(argument({}, '--exclude-tools')?.split(',')).toEqual(expect.arrayContaining(['enter_worktree', 'agent']))
    expect(input).toBe('Review this.')
  })

  it('lets a fixer edit, without a shell', () => {
    expect(argument({ task: fixer }, '--approval-mode')).toBe('auto-edit')
    expect(argument({ task: fixer }, '--exclude-tools')).toMatch(/,run_shell_command,notebook_edit$/)
  })

  it('always says where the key is sent, and which model is asked', () => {
    expect(argument({}, '--openai-base-url')).toBe('https://api.openai.com/v1')
    expect(argument({ env: { OPENAI_BASE_URL: 'http://x/v1' } }, '--openai-base-url')).toBe('http://x/v1')
    expect(argument({}, '-m')).toBe('qwen3-coder-plus')
  })

  it('passes the schema and the budget on', () => {
    const budget = { seconds: 89.5, turns: 8, tokens: null, dollars: null }
    const call = { task: exampleTask({ schema, budget }) }
    expect(argument(call, '--json-schema')).toBe('@/home/reply.schema.json')
    expect(qwen.start(exampleCall(call)).files[1]).toEqual({
      path: 'reply.schema.json',
      content: JSON.stringify(schema),
    })
    expect(argument(call, '--max-session-turns')).toBe('8')
    expect(argument(call, '--max-wall-time')).toBe('90s')
  })

  it('reports to nobody, tries again little, and does not trust a folder it only reads', () => {
    expect(qwen.start(exampleCall()).files[0]?.path).toBe('.qwen/settings.json')
    expect(settings({})).toMatchObject({
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
      model: { generationConfig: { maxRetries: 0 } },
      security: { folderTrust: { enabled: true } },
    })
    expect(settings({ task: fixer }).security).toEqual({ folderTrust: { enabled: false } })
  })

  it('does not let a diff attach files', () => {
    const task = exampleTask({ prompt: '+ @src/secret.txt' })
    expect(qwen.start(exampleCall({ task })).input).toMatch(/\n\+ \\@src\/secret\.txt$/)
  })
})

const tools = ['read_file', 'grep_search', 'glob']
const init = { type: 'system', subtype: 'init', model: 'm', tools, mcp_servers: [], permission_mode: 'default' }
const usage = { input_tokens: 1200, output_tokens: 50, cache_read_input_tokens: 200 }
const read = (id: string): Json => ({
  type: 'assistant',
  message: { id, usage, content: [{ type: 'tool_use', id: `call-${id}`, name: 'read_file', input: {} }] },
})
const say = (id: string, text = 'Fine.'): Json => ({
  type: 'assistant',
  message: { id, usage, content: [{ type: 'text', text }] },
})
const result = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  num_turns: 2,
  result: 'Fine.',
  usage: { input_tokens: 2400, output_tokens: 100, cache_read_input_tokens: 400 },
}
const retry = { type: 'system', subtype: 'retry', data: { reason: 'retry' } }
const wrong = (message: string): Json[] => [
  init,
  say('1', message),
  { type: 'result', subtype: 'error_during_execution', is_error: true, usage: {}, error: { message } },
]
const run = (extra: Partial<Run>) => readRun(qwen, { lines: [init, say('1'), result], ...extra })

describe('a run of qwen', () => {
  it('is believed with a start, an answer and a result', () => {
    const { reader, outcome } = run({ lines: [init, read('1'), { type: 'user' }, say('2'), result] })
    expect(outcome).toEqual({ status: 'ok', reason: null, text: 'Fine.', structured: null, retryAfterMs: null })
    expect(reader.giveUp()).toBeNull()
    expect(reader.progress()).toEqual({
      isAnswering: false,
      turns: 2,
      toolCalls: 1,
      usage: { inputTokens: 2000, cachedTokens: 400, outputTokens: 100, costUsd: null },
      byModel: [{ model: 'm', tokens: { inputTokens: 2000, cachedTokens: 400, outputTokens: 100, costUsd: null } }],
    })
  })

  it('counts while it runs, one message once', () => {
    const tokens = { inputTokens: 1000, cachedTokens: 200, outputTokens: 50, costUsd: null }
    expect(run({ lines: [init, read('1'), read('1'), say('2')] }).reader.progress()).toEqual({
      isAnswering: true,
      turns: 2,
      toolCalls: 1,
      usage: { inputTokens: 2000, cachedTokens: 400, outputTokens: 100, costUsd: null },
      byModel: [
        { model: 'm', tokens },
        { model: 'm', tokens },
      ],
    })
  })

  it('gives the object of its schema', () => {
    const structured = { summary: 'Fine.' }
    const start = { ...init, tools: [...tools, 'structured_output'] }
    const lines = [start, say('1'), { ...result, structured_result: structured }]
    expect(run({ lines, task: { schema } }).outcome).toMatchObject({ status: 'ok', structured })
  })

  it('may print what nobody knows', () => {
    const noise: Json[] = ['notice', '{"type":"ass', '[]', { type: 'stream_event' }, { type: 'system', subtype: 'new' }]
    expect(run({ lines: [...noise, init, ...noise, say('1'), result, ...noise] }).outcome.status).toBe('ok')
  })

  it('survives answers that were cut once', () => {
    const { reader, outcome } = run({ lines: [init, retry, retry, read('1'), retry, say('2'), result] })
    expect(outcome.status).toBe('ok')
    expect(reader.giveUp()).toBeNull()
  })

  it.each<[string, AgentFailure, Json[]]>([
    ['answers that are cut again and again', 'server', [init, retry, retry, retry]],
    ['a tool too many', 'misconfigured', [{ ...init, tools: [...tools, 'new_tool'] }]],
    ['a tool that is missing', 'misconfigured', [{ ...init, tools: ['glob'] }]],
    ['another mode', 'misconfigured', [{ ...init, permission_mode: 'yolo' }]],
    ['a server', 'misconfigured', [{ ...init, mcp_servers: [{ name: 'x' }] }]],
  ])('is given up for %s', (_, status, lines) => {
    const { reader, outcome } = run({ lines })
    expect(reader.giveUp()?.status).toBe(status)
    expect(outcome.status).toBe(status)
  })

  it('lets a fixer have the tools of a fixer, and nobody else', () => {
    const start = { ...init, tools: [...tools, 'edit', 'write_file'], permission_mode: 'auto-edit' }
    expect(run({ lines: [start, say('1'), result], task: { mayWrite: true } }).outcome.status).toBe('ok')
    expect(run({ lines: [start, say('1'), result] }).outcome.status).toBe('misconfigured')
  })

  it('does not take the words about an error for a turn', () => {
    expect(run({ lines: wrong('[API Error: 401 no]'), exitCode: 1 }).reader.progress().turns).toBe(0)
  })

  const prose = 'Model produced plain text instead of calling the structured_output tool as required'
  it.each<[string, AgentFailure, Partial<Run>]>([
    ['401', 'not_logged_in', { lines: wrong('[API Error: 401 scripted]'), exitCode: 1 }],
    ['403', 'not_logged_in', { lines: wrong('[API Error: 403 scripted]'), exitCode: 1 }],
    ['429', 'rate_limited', { lines: wrong('[API Error: 429 scripted] Please wait'), exitCode: 1 }],
    ['400', 'refused', { lines: wrong('[API Error: 400 scripted]'), exitCode: 1 }],
    ['500', 'server', { lines: wrong('[API Error: 500 scripted]'), exitCode: 1 }],
    ['a refused connection', 'server', { lines: wrong('[API Error: Connection error.]'), exitCode: 1 }],
    ['HTML', 'server', { lines: wrong('[API Error: received a non-SSE response (HTTP 200)]'), exitCode: 1 }],
    ['an empty stream', 'server', { lines: wrong('[API Error: Model stream ended without a finish reason.]') }],
    ['a prompt that is too long', 'too_long', { lines: wrong('Context is too large: 300000 tokens'), exitCode: 1 }],
    ['prose instead of an object', 'malformed', { lines: wrong(prose), exitCode: 1 }],
    ['words about an error as its answer', 'server', { lines: [init, { ...result, result: '[API Error: 500 x]' }] }],
    ['the turn limit', 'over_budget', { lines: [init], exitCode: 53, stderr: 'Reached max session turns' }],
    ['its time limit', 'over_budget', { lines: [init], exitCode: 55, stderr: 'wall-clock budget of 5s exceeded' }],
    ['no start', 'misconfigured', { lines: [say('1'), result] }],
    ['no answer', 'malformed', { lines: [init, { ...result, result: ' ' }] }],
    ['no tokens', 'malformed', { lines: [init, { ...result, usage: {} }] }],
    ['no end', 'crashed', { lines: [init, say('1')] }],
    ['an exit code after success', 'crashed', { exitCode: 1 }],
    ['a signal', 'crashed', { lines: [init], exitCode: null, signal: 'SIGTERM' }],
    ['a wrong switch', 'misconfigured', { lines: [], exitCode: 1, stderr: 'Unknown argument: x' }],
    ['nothing but garbage', 'malformed', { lines: ['{{{', 'abc'] }],
  ])('fails with %s', (_, status, extra) => {
    expect(run(extra).outcome.status).toBe(status)
  })

  it.each([
    [53, 'Reached max session turns for this session.', 'The budget is used up: its turns ran out'],
    [55, 'wall-clock budget of 5s exceeded', 'The budget is used up: wall-clock budget of 5s exceeded'],
  ])('says which of its limits it reached, not what it notes below: exit code %s', (exitCode, words, reason) => {
    const stderr = `${words}\nNote: --json-schema is active. Verify that the schema is satisfiable.\n`
    expect(run({ lines: [init], exitCode, stderr }).outcome.reason).toBe(reason)
  })

  it('fails without the object that was asked for', () => {
    const start = { ...init, tools: [...tools, 'structured_output'] }
    expect(run({ lines: [start, say('1'), result], task: { schema } }).outcome.status).toBe('malformed')
  })
})
