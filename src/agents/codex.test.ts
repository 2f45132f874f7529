import { describe, expect, it } from 'vitest'
import type { AgentFailure, AgentTask, Json } from '../types.ts'
import { exampleCall, exampleTask, type Run, readRun } from './cli/example.ts'
import { readerInstructions } from './cli/reader-instructions.ts'
import { codex } from './codex.ts'

const schema = { type: 'object', properties: { summary: { type: 'string' } } }
const fixer = exampleTask({ role: 'fixer', mayWrite: true })

describe('how codex is started', () => {
  it('lets a reviewer read in its kernel sandbox', () => {
    const { args, input, files } = codex.start(exampleCall({ model: 'gpt-5.5' }))
    expect(args.slice(0, 10).join(' ')).toBe(
      'exec --json --color never --ephemeral --skip-git-repo-check -m gpt-5.5 --ignore-user-config --ignore-rules',
    )
    expect(argument(args, '-s')).toBe('read-only')
    expect(args.at(-1)).toBe('-')
    expect(input).toBe('Review this.')
    expect(files).toEqual([{ path: '.codex/config.toml', content: '' }])
  })

  it('lets a fixer write in the workspace only', () => {
    const { args } = codex.start(exampleCall({ task: fixer }))
    expect(argument(args, '-s')).toBe('workspace-write')
    expect(settings(args)).toEqual(
      expect.arrayContaining([
        'sandbox_workspace_write.exclude_slash_tmp=true',
        'sandbox_workspace_write.exclude_tmpdir_env_var=true',
      ]),
    )
  })

  it.each([
    'analytics.enabled=false',
    'features.plugins=false',
    'features.unbounded_connection_retries=false',
    'project_doc_max_bytes=0',
    'skills.include_instructions=false',
    'web_search="disabled"',
    'shell_environment_policy.inherit="core"',
  ])('always sets %s', (setting) => {
    for (const task of [exampleTask(), fixer])
      expect(settings(codex.start(exampleCall({ task })).args)).toContain(setting)
  })

  it('gives newer models no helpers, with a setting that older versions do not know', () => {
    const setting = 'features.multi_agent_v2.max_concurrent_threads_per_session=1'
    const settingsOf = (version: string | null) => settings(codex.start(exampleCall({ version })).args)
    expect(settingsOf(null)).toContain(setting)
    expect(settingsOf('codex-cli 0.166.0')).toContain(setting)
    expect(settingsOf('codex-cli 0.125.0')).not.toContain(setting)
  })

  it('gives a reviewer our instructions, except with a log-in, whose service refuses them', () => {
    const file = { path: '.codex/instructions.md', content: readerInstructions }
    const setting = 'model_instructions_file="/home/.codex/instructions.md"'
    const withKey = (task: AgentTask) => codex.start(exampleCall({ task, env: { OPENAI_API_KEY: 'k' } }))
    expect(withKey(exampleTask()).files).toContainEqual(file)
    expect(settings(withKey(exampleTask()).args)).toContain(setting)
    for (const start of [withKey(fixer), codex.start(exampleCall())]) {
      expect(start.files).not.toContainEqual(file)
      expect(settings(start.args)).not.toContain(setting)
    }
  })

  it('takes the shell away where none is allowed', () => {
    expect(argument(codex.start(exampleCall({ shell: 'never' })).args, '--disable')).toBe('shell_tool')
    expect(codex.start(exampleCall()).args).not.toContain('--disable')
  })

  it('passes the schema as a file, in the form the service takes', () => {
    const { args, files } = codex.start(exampleCall({ task: exampleTask({ schema }) }))
    expect(argument(args, '--output-schema')).toBe('/home/.codex/reply.schema.json')
    const content = files.find(({ path }) => path === '.codex/reply.schema.json')?.content ?? ''
    expect(JSON.parse(content)).toEqual({ ...schema, required: ['summary'], additionalProperties: false })
  })

  it.each<[string, Record<string, string>, string | null, string[]]>([
    ['a key', { OPENAI_API_KEY: 'k' }, null, ['base_url="https://api.openai.com/v1"', 'env_key="CODEX_API_KEY"']],
    ['an address', {}, 'http://127.0.0.1:1/v1', ['base_url="http://127.0.0.1:1/v1"', 'wire_api="responses"']],
  ])('has a provider of our own, with few retries, with %s', (_, env, baseUrl, fields) => {
    const start = codex.start(exampleCall({ env, baseUrl }))
    const provider = settings(start.args).find((setting) => setting.startsWith('model_providers.'))
    for (const field of [...fields, 'request_max_retries=1', 'stream_max_retries=2']) expect(provider).toContain(field)
    expect(start.env).toEqual({
      ...env,
      ...(env.OPENAI_API_KEY === undefined ? {} : { CODEX_API_KEY: 'k' }),
      CODEX_HOME: '/home/.codex',
    })
  })

  it('uses the provider it has with a log-in', () => {
    expect(settings(codex.start(exampleCall()).args).join()).not.toContain('model_provider')
  })
})

const thread = { type: 'thread.started', thread_id: 't' }
const turn = { type: 'turn.started' }
const command = (exit_code: number, aggregated_output: string, id = 'item_0'): Json[] => {
  const item = { id, type: 'command_execution', command: '/bin/bash -lc x' }
  return [
    { type: 'item.started', item: { ...item, exit_code: null, aggregated_output: '', status: 'in_progress' } },
    { type: 'item.completed', item: { ...item, exit_code, aggregated_output, status: 'completed' } },
  ]
}
const says = (text: string): Json => ({ type: 'item.completed', item: { id: 'item_9', type: 'agent_message', text } })
const usage = { input_tokens: 2400, cached_input_tokens: 400, output_tokens: 100, reasoning_output_tokens: 40 }
const completed = { type: 'turn.completed', usage }
const run = (extra: Partial<Run>) => readRun(codex, { lines: [thread, turn, says('Fine.'), completed], ...extra })

describe('a run of codex', () => {
  it('is believed with a message and a completed turn', () => {
    const lines = [thread, turn, says('I begin.'), ...command(0, 'code'), says('Fine.'), completed]
    const { reader, outcome } = run({ lines })
    expect(outcome).toEqual({ status: 'ok', reason: null, text: 'Fine.', structured: null, retryAfterMs: null })
    expect(reader.giveUp()).toBeNull()
    expect(reader.progress()).toEqual({
      turns: 2,
      toolCalls: 1,
      usage: { inputTokens: 2000, cachedTokens: 400, outputTokens: 100, costUsd: null },
    })
  })

  it.each(['{"summary":"Fine."}', 'Here it is:\n```json\n{"summary":"Fine."}\n```'])(
    'gives its answer as an object when a schema was asked for: %j',
    (text) => {
      const { outcome } = run({ lines: [thread, turn, says(text), completed], task: { schema } })
      expect(outcome).toMatchObject({ status: 'ok', structured: { summary: 'Fine.' } })
    },
  )

  it('may print what nobody knows: prose, cut lines, new events, warnings, very long lines', () => {
    const noise: Json[] = ['WARNING: x', '{"type":"item', '[]', { type: 'thread.renamed' }, { type: 'item.updated' }]
    const warning = { type: 'item.completed', item: { id: 'w', type: 'error', message: 'unknown model' } }
    const lines = [thread, warning, ...noise, turn, ...command(0, 'x'.repeat(5_000_000)), says('Fine.'), completed]
    expect(run({ lines: [...lines, ...noise] }).outcome.status).toBe('ok')
  })

  it.each<[string, AgentFailure, Partial<Run>]>([
    ['has no end of its turn', 'crashed', { lines: [thread, turn, says('Fine.')] }],
    ['printed nothing', 'crashed', { lines: [], exitCode: 1 }],
    ['was killed', 'crashed', { lines: [thread, turn], exitCode: null, signal: 'SIGTERM' }],
    ['failed after its answer', 'crashed', { exitCode: 1 }],
    ['has no message', 'malformed', { lines: [thread, turn, completed] }],
    ['has an empty message', 'malformed', { lines: [thread, turn, says(''), completed] }],
    ['counted no tokens', 'malformed', { lines: [thread, turn, says('Fine.'), { ...completed, usage: {} }] }],
    ['was asked for an object and talks', 'malformed', { task: { schema } }],
    ['does not know a switch', 'misconfigured', { lines: [], exitCode: 2, stderr: "error: unexpected argument '-x'" }],
    ['does not know a feature', 'misconfigured', { lines: [], exitCode: 1, stderr: 'Unknown feature flag: x' }],
    [
      'refuses its input',
      'too_long',
      { lines: [thread], exitCode: 1, stderr: 'x "input_error_code":"input_too_large"' },
    ],
  ])('that %s is %s', (_, status, extra) => {
    expect(run(extra).outcome).toMatchObject({ status, structured: null })
  })

  it.each<[AgentFailure, string]>([
    ['not_logged_in', 'unexpected status 401 Unauthorized: x, url: http://127.0.0.1/v1/responses'],
    ['not_logged_in', 'unexpected status 403 Forbidden: x'],
    ['not_logged_in', 'Missing environment variable: `CODEX_API_KEY`.'],
    ['rate_limited', 'exceeded retry limit, last status: 429 Too Many Requests, request id: r'],
    ['rate_limited', "You've hit your usage limit. Try again later."],
    ['refused', 'Quota exceeded. Check your plan and billing details.'],
    ['server', 'We’re currently experiencing high demand, which may cause temporary errors.'],
    ['server', 'unexpected status 503 Service Unavailable: x'],
    ['misconfigured', 'unexpected status 404 Not Found: x'],
    ['misconfigured', 'The requested model `x` does not exist.'],
    ['refused', '{"error":{"message":"bad field","type":"invalid_request_error"}}'],
    ['too_long', '{"error":{"message":"Your input exceeds the context window of this model."}}'],
    ['server', 'stream disconnected before completion: stream closed before response.completed'],
    ['server', 'Connection failed: error sending request'],
    ['too_long', "Codex ran out of room in the model's context window."],
    ['refused', 'something nobody has seen before'],
  ])('is %s when its turn failed with %j', (status, message) => {
    const error = { type: 'error', message }
    const { reader, outcome } = run({ lines: [thread, turn, error, { type: 'turn.failed', error }], exitCode: 1 })
    expect(outcome.status).toBe(status)
    expect(reader.giveUp()).toBeNull()
  })
})

describe('codex is stopped before more is paid', () => {
  const broken = 'bwrap: Creating new namespace failed: Operation not permitted\n'

  it('when its sandbox does not work', () => {
    const { reader, outcome } = run({ lines: [thread, turn, ...command(1, broken), says('Fine.'), completed] })
    expect(reader.giveUp()?.status).toBe('sandbox')
    expect(outcome).toMatchObject({ status: 'sandbox', reason: expect.stringContaining('Creating new namespace') })
  })

  it.each([
    ['the words are in a file', command(0, broken)],
    ['the words are further down', command(1, `grep: x\n${broken}`)],
    ['it worked before', [...command(0, 'code', 'a'), ...command(1, broken, 'b')]],
    ['a command just failed', command(1, 'cat: x: No such file or directory')],
  ])('but not when %s', (_, lines) => {
    expect(run({ lines: [thread, turn, ...lines, says('Fine.'), completed] }).outcome.status).toBe('ok')
  })

  it.each(['mcp_tool_call', 'web_search'])('when it uses %s, which is switched off', (type) => {
    const item = { type: 'item.started', item: { id: 'i', type } }
    expect(run({ lines: [thread, turn, item] }).reader.giveUp()?.status).toBe('misconfigured')
  })

  const retry = (words: string): Json => ({ type: 'error', message: `Reconnecting... 1/2 (${words})` })
  it.each<[AgentFailure | undefined, Json[]]>([
    ['not_logged_in', [retry('unexpected status 401 Unauthorized: x (y)')]],
    ['rate_limited', [retry('exceeded retry limit, last status: 429 Too Many Requests')]],
    ['server', [retry('high demand'), retry('high demand'), retry('high demand')]],
    ['server', [retry('new words'), retry('new words'), retry('new words')]],
    [undefined, [retry('high demand'), retry('high demand')]],
    [undefined, [retry('a'), retry('a'), ...command(0, 'code'), retry('a')]],
    [undefined, [{ type: 'error', message: 'unexpected status 401 Unauthorized: x' }]],
  ])('with %s after retries that lead nowhere', (status, lines) => {
    const { reader, outcome } = run({ lines: [thread, turn, ...lines], exitCode: null, signal: 'SIGTERM' })
    expect(reader.giveUp()?.status).toBe(status)
    expect(outcome.status).toBe(status ?? 'crashed')
    expect(outcome.reason).not.toContain('Reconnecting')
  })
})

function argument(args: readonly string[], name: string): string | undefined {
  return args[args.indexOf(name) + 1]
}

function settings(args: readonly string[]): readonly string[] {
  return args.filter((_, at) => args[at - 1] === '-c')
}
