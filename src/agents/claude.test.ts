import { describe, expect, it } from 'vitest'
import type { AgentFailure, AgentTask, Json } from '../types.ts'
import { claude } from './claude.ts'
import { exampleCall, exampleTask, type Run, readRun } from './cli/example.ts'
import { readerInstructions } from './cli/reader-instructions.ts'

const schema = { type: 'object', properties: { summary: { type: 'string' } }, required: ['summary'] }

describe('how claude is started', () => {
  it('gives a reviewer nothing but tools that read', () => {
    const { args, input } = claude.start(exampleCall({ model: 'opus' }))
    expect(args.join(' ')).toBe(
      '-p --no-session-persistence --disable-slash-commands --output-format stream-json --verbose ' +
        '--include-partial-messages --model opus ' +
        `--system-prompt ${readerInstructions} ` +
        '--tools Read,Grep,Glob --restricted --permission-prompts none --strict-mcp-config --permission-mode dontAsk',
    )
    expect(input).toBe('Review this.')
  })

  it('lets a fixer edit, without a shell', () => {
    const { args } = claude.start(exampleCall({ task: exampleTask({ role: 'fixer', mayWrite: true }) }))
    expect(argument(args, '--tools')).toBe('Read,Edit,Write,Grep,Glob')
    expect(argument(args, '--permission-mode')).toBe('acceptEdits')
    expect(args).not.toContain('--system-prompt')
  })

  it('passes the schema and the budget on', () => {
    const budget = { seconds: 90, turns: 8, tokens: null, dollars: 0.5 }
    const { args, env } = claude.start(exampleCall({ task: exampleTask({ schema, budget }) }))
    expect(JSON.parse(argument(args, '--json-schema') ?? '')).toEqual(schema)
    expect(argument(args, '--max-turns')).toBe('8')
    expect(argument(args, '--max-budget-usd')).toBe('0.5')
    expect(env.API_TIMEOUT_MS).toBe('90000')
  })

  it('may use all that is left: at its own limit it would withhold an answer that is paid for', () => {
    const budget = { seconds: 90, turns: null, tokens: null, dollars: 0.1, dollarsLeft: 0.6 }
    const { args } = claude.start(exampleCall({ task: exampleTask({ budget }) }))
    expect(argument(args, '--max-budget-usd')).toBe('0.6')
  })

  it.each([
    ['2.1.325 (Claude Code)', ['--restricted', '--permission-prompts', 'none']],
    ['2.1.248 (Claude Code)', ['--restricted']],
    ['2.1.197 (Claude Code)', ['--setting-sources', 'user']],
  ])('keeps the settings of the repository out in version %s', (version, switches) => {
    const { args } = claude.start(exampleCall({ version }))
    const all = ['--restricted', '--permission-prompts', 'none', '--setting-sources', 'user']
    expect(args.filter((arg) => all.includes(arg))).toEqual(switches)
    expect(args).toContain('--strict-mcp-config')
  })

  it('has its own home, its key, and nobody else to talk to', () => {
    const { env } = claude.start(exampleCall({ baseUrl: 'http://127.0.0.1:1/s/x', env: { ANTHROPIC_API_KEY: 'k' } }))
    expect(env).toMatchObject({
      ANTHROPIC_API_KEY: 'k',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1/s/x',
      CLAUDE_CONFIG_DIR: '/home/.claude',
      CLAUDE_CODE_TMPDIR: '/temporary',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_MAX_RETRIES: '2',
    })
    expect(claude.start(exampleCall()).env).not.toHaveProperty('ANTHROPIC_BASE_URL')
  })

  it('lets neither the text of a diff nor the history attach anything to the prompt', () => {
    expect(claude.start(exampleCall()).env).toMatchObject({
      CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
      CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: '1',
      CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
    })
  })
})

const init = {
  type: 'system',
  subtype: 'init',
  tools: ['Glob', 'Grep', 'Read'],
  mcp_servers: [],
  permissionMode: 'dontAsk',
}
const usage = { input_tokens: 1000, cache_creation_input_tokens: 10, cache_read_input_tokens: 200, output_tokens: 1 }
const read = (id: string): Json => ({
  type: 'assistant',
  message: { id, model: 'm', usage, content: [{ type: 'tool_use', id: `call-${id}`, name: 'Read', input: {} }] },
})
const say = (id: string): Json => ({
  type: 'assistant',
  message: { id, model: 'm', usage, content: [{ type: 'text', text: 'Fine.' }] },
})
const result = {
  total_cost_usd: 0.00762,
  usage: { input_tokens: 1000, output_tokens: 50 },
  modelUsage: {
    m: { inputTokens: 2000, cacheCreationInputTokens: 20, cacheReadInputTokens: 400, outputTokens: 100 },
    small: { inputTokens: 5, cacheReadInputTokens: 0, cacheCreationInputTokens: 0, outputTokens: 1 },
  },
  permission_denials: [],
  terminal_reason: 'completed',
  is_error: false,
  num_turns: 2,
  subtype: 'success',
  result: 'Fine.',
  type: 'result',
}
const run = (extra: Partial<Run>) => readRun(claude, { lines: [init, say('1'), result], ...extra })

describe('a run of claude', () => {
  it('is believed with a start, an answer and a result', () => {
    const { reader, outcome } = run({ lines: [init, read('1'), { type: 'user' }, say('2'), say('2'), result] })
    expect(outcome).toEqual({ status: 'ok', reason: null, text: 'Fine.', structured: null, retryAfterMs: null })
    expect(reader.giveUp()).toBeNull()
    expect(reader.progress()).toMatchObject({
      turns: 2,
      toolCalls: 1,
      usage: { inputTokens: 2025, cachedTokens: 400, outputTokens: 101, costUsd: 0.00762 },
    })
  })

  it('counts while it runs, one message once', () => {
    const tokens = { inputTokens: 1010, writtenTokens: 10, cachedTokens: 200, outputTokens: 1, costUsd: null }
    const { reader } = run({ lines: [init, read('1'), read('1'), say('2')] })
    expect(reader.progress()).toEqual({
      isAnswering: true,
      turns: 2,
      toolCalls: 1,
      usage: { inputTokens: 2020, cachedTokens: 400, outputTokens: 2, costUsd: null },
      byModel: [
        { model: 'm', tokens },
        { model: 'm', tokens },
      ],
    })
  })

  it('gives the object of its schema', () => {
    const structured = { summary: 'Fine.' }
    const lines = [
      { ...init, tools: [...init.tools, 'StructuredOutput'] },
      say('1'),
      { ...result, structured_output: structured },
    ]
    expect(run({ lines, task: { schema } }).outcome).toMatchObject({ status: 'ok', structured })
  })

  it('may print what nobody knows: prose, cut lines, new events, very long lines', () => {
    const noise: Json[] = [
      'npm notice',
      '{"type":"ass',
      '[]',
      { type: 'stream_event' },
      { type: 'system', subtype: 'new' },
    ]
    const long = { type: 'user', message: { content: 'x'.repeat(5_000_000) } }
    expect(run({ lines: [...noise, init, ...noise, say('1'), long, result, ...noise] }).outcome.status).toBe('ok')
  })

  it.each<[string, AgentFailure, Partial<Run>]>([
    ['has no result line', 'crashed', { lines: [init, say('1')], exitCode: 1 }],
    ['ended well without a result line', 'crashed', { lines: [init, say('1')] }],
    ['printed nothing', 'crashed', { lines: [] }],
    ['broke off in the middle of a line', 'malformed', { lines: [init, say('1'), '{"type":"result","resu'] }],
    ['printed something else', 'malformed', { lines: ['hello'] }],
    ['was killed', 'crashed', { lines: [init], exitCode: null, signal: 'SIGTERM' }],
    ['failed after its answer', 'crashed', { exitCode: 1 }],
    ['had no start event', 'misconfigured', { lines: [say('1'), result] }],
    ['does not know a switch', 'misconfigured', { lines: [], exitCode: 1, stderr: "error: unknown option '--x'" }],
    ['refuses its input', 'too_long', { lines: [], exitCode: 1, stderr: 'Error: piped stdin input exceeds 10MB.' }],
    ['was asked for an object and has none', 'malformed', { task: { schema } }],
  ])('that %s is %s', (_, status, extra) => {
    expect(run(extra).outcome).toMatchObject({ status, structured: null })
  })

  const failing = { ...result, is_error: true, modelUsage: {}, terminal_reason: 'api_error' }
  const error = { ...result, result: null, is_error: true, errors: ['It did not work'] }
  it.each<[AgentFailure, Json]>([
    ['not_logged_in', { ...failing, api_error_status: 401, result: 'Failed to authenticate' }],
    ['not_logged_in', { ...failing, api_error_status: 403 }],
    ['not_logged_in', { ...failing, api_error_status: null, result: 'Not logged in · Please run /login' }],
    ['rate_limited', { ...failing, api_error_status: 429 }],
    ['rate_limited', { ...failing, api_error_status: 529 }],
    ['server', { ...failing, api_error_status: 500 }],
    ['server', { ...failing, api_error_status: null, result: 'Connection refused (ECONNREFUSED)' }],
    ['refused', { ...failing, api_error_status: 400, result: 'API Error: 400 bad field' }],
    ['too_long', { ...failing, api_error_status: 400, result: 'prompt is too long: 9 tokens > 8 maximum' }],
    ['misconfigured', { ...failing, api_error_status: 404 }],
    ['too_long', { ...failing, terminal_reason: 'blocking_limit', result: 'Prompt is too long' }],
    ['over_budget', { ...error, subtype: 'error_max_turns', terminal_reason: 'max_turns' }],
    ['over_budget', { ...error, subtype: 'error_max_budget_usd' }],
    ['malformed', { ...error, subtype: 'error_max_structured_output_retries' }],
    ['crashed', { ...error, subtype: 'error_during_execution' }],
    ['crashed', { ...error, is_error: false, subtype: 'error_during_execution' }],
    ['refused', { ...result, stop_reason: 'refusal' }],
    ['refused', { ...failing, api_error_status: null, stop_reason: 'refusal', terminal_reason: 'api_error' }],
    ['malformed', { ...result, result: ' ' }],
    ['malformed', { ...result, modelUsage: {}, usage: { output_tokens: 0 } }],
  ])('is %s when its result says so: %j', (status, last) => {
    const { outcome } = run({ lines: [init, last] })
    expect(outcome.status).toBe(status)
    expect(outcome.reason).not.toBe('')
  })

  it('is over budget with its usage as far as it is known', () => {
    const { reader } = run({ lines: [init, { ...error, subtype: 'error_max_turns' }] })
    expect(reader.progress().usage).toMatchObject({ inputTokens: 2025, outputTokens: 101, costUsd: 0.00762 })
  })
})

describe('claude is stopped before more is paid', () => {
  it.each<[string, Json, Partial<AgentTask>?]>([
    ['offers a shell', { ...init, tools: [...init.tools, 'Bash'] }],
    ['offers a reviewer what writes', { ...init, tools: [...init.tools, 'Edit'] }],
    ['offers a tool of a schema nobody asked for', { ...init, tools: [...init.tools, 'StructuredOutput'] }],
    ['does not name its tools', { type: 'system', subtype: 'init', permissionMode: 'dontAsk' }],
    ['loaded a server', { ...init, mcp_servers: [{ name: 'evil', status: 'connected' }] }],
    ['has another permission mode', { ...init, permissionMode: 'bypassPermissions' }],
    ['lets a fixer run without asking', { ...init, permissionMode: 'dontAsk' }, { mayWrite: true }],
  ])('when it %s', (_, start, task = {}) => {
    const { reader, outcome } = run({ lines: [start, say('1'), result], task })
    expect(reader.giveUp()?.status).toBe('misconfigured')
    expect(outcome.status).toBe('misconfigured')
  })

  const retry = (error_status: number | null, retry_delay_ms: number, error = 'x'): Json => ({
    ...{ type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 2 },
    ...{ error_status, retry_delay_ms, error },
  })
  it.each<[AgentFailure | undefined, Json[], number | null]>([
    ['not_logged_in', [retry(401, 500)], null],
    ['rate_limited', [retry(429, 30_000, 'rate_limit')], 30_000],
    ['server', [retry(500, 500), retry(500, 900), retry(503, 1900)], null],
    ['server', [retry(null, 500), retry(null, 900), retry(null, 1900)], null],
    [undefined, [retry(429, 600), retry(500, 1200)], null],
    [undefined, [retry(500, 600), retry(500, 1200), say('1'), retry(500, 600)], null],
  ])('with %s after retries that lead nowhere', (status, lines, retryAfterMs) => {
    const { reader, outcome } = run({ lines: [init, ...lines], exitCode: 143 })
    expect(reader.giveUp()?.status).toBe(status)
    expect(outcome).toMatchObject({ status: status ?? 'crashed', retryAfterMs })
  })

  it('but not once it has its result', () => {
    const { reader, outcome } = run({ lines: [init, retry(401, 500), say('1'), result] })
    expect(reader.giveUp()).toBeNull()
    expect(outcome.status).toBe('ok')
  })

  it('and its own words about an error are no answer of the model', () => {
    const words = { type: 'assistant', message: { id: 's', model: '<synthetic>', content: [] } }
    expect(run({ lines: [init, words] }).reader.progress().turns).toBe(0)
  })
})

function argument(args: readonly string[], name: string): string | undefined {
  return args[args.indexOf(name) + 1]
}
