import { describe, expect, it } from 'vitest'
import type { AgentFailure, Json } from '../types.ts'
import type { CliCall } from './backend.ts'
import { exampleCall, exampleTask, type Run, readRun } from './cli/example.ts'
import { gemini } from './gemini.ts'

const fixer = exampleTask({ role: 'fixer', mayWrite: true })

function settings(call: Partial<CliCall>) {
  const { files } = gemini.start(exampleCall(call))
  expect(files.map(({ path }) => path)).toEqual(['.gemini/settings.json'])
  return JSON.parse(files[0]?.content ?? '')
}

describe('how gemini is started', () => {
  it('gives a reviewer nothing but tools that read', () => {
    const { args, input } = gemini.start(exampleCall({ model: 'gemini-2.5-pro' }))
    expect(args.join(' ')).toBe('-m gemini-2.5-pro -o stream-json --skip-trust --approval-mode default')
    expect(settings({}).tools).toEqual({ core: ['read_file', 'glob', 'grep_search', 'list_directory'] })
    expect(input).toBe('Review this.')
  })

  it('lets a fixer edit, without a shell', () => {
    expect(gemini.start(exampleCall({ task: fixer })).args).toContain('auto_edit')
    expect(settings({ task: fixer }).tools.core.slice(4)).toEqual(['replace', 'write_file'])
  })

  it('never trusts the folder for good', () => {
    const { args, env, files } = gemini.start(exampleCall({ task: fixer }))
    expect(JSON.stringify({ args, env, files })).not.toMatch(/TRUST_WORKSPACE|folderTrust|yolo/)
  })

  it('obeys no hooks, servers, skills and variables of the repository, and reports to nobody', () => {
    expect(settings({})).toMatchObject({
      mcp: { allowed: ['none'] },
      hooksConfig: { enabled: false },
      skills: { enabled: false },
      advanced: { ignoreLocalEnv: true },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false, maxAttempts: 2 },
    })
  })

  it('always says where the key is sent', () => {
    const { env } = gemini.start(exampleCall({ baseUrl: 'http://127.0.0.1:1/s/x', env: { GEMINI_API_KEY: 'k' } }))
    expect(env).toMatchObject({ GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:1/s/x' })
    expect(gemini.start(exampleCall()).env.GOOGLE_GEMINI_BASE_URL).toBe('')
  })

  it('is one process in its own home', () => {
    expect(gemini.start(exampleCall()).env).toMatchObject({
      GEMINI_CLI_HOME: '/home',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    })
  })

  it('uses the key, else the log-in', () => {
    expect(settings({ env: { GEMINI_API_KEY: 'k' } }).security.auth.selectedType).toBe('gemini-api-key')
    expect(settings({ env: {} }).security.auth.selectedType).toBe('oauth-personal')
  })

  it('passes the turns on, and names a model so that no other is asked for one', () => {
    const budget = { seconds: 60, turns: 8, tokens: null, dollars: null }
    expect(settings({ task: exampleTask({ budget }) }).model).toEqual({ maxSessionTurns: 8 })
    expect(settings({}).model).toEqual({ maxSessionTurns: -1 })
    expect(gemini.start(exampleCall()).args.slice(0, 2)).toEqual(['-m', 'pro'])
  })

  it('does not let a diff attach files', () => {
    const task = exampleTask({ prompt: '+ @src/secret.txt' })
    expect(gemini.start(exampleCall({ task })).input).toMatch(/\n\+ \\@src\/secret\.txt$/)
  })
})

const init = { type: 'init', session_id: 's', model: 'm' }
const echo = { type: 'message', role: 'user', content: 'Review this.' }
const use = (id: string): Json => ({ type: 'tool_use', tool_name: 'read_file', tool_id: id, parameters: {} })
const used = (id: string): Json => ({ type: 'tool_result', tool_id: id, status: 'success', output: '' })
const say = (content: string): Json => ({ type: 'message', role: 'assistant', content, delta: true })
const stats = { total_tokens: 2500, input_tokens: 2400, output_tokens: 100, cached: 400, input: 2000, tool_calls: 1 }
const result = { type: 'result', status: 'success', stats }
const errorResult = (message: string): Json => ({
  type: 'result',
  status: 'error',
  error: { type: 'unknown', message },
  stats: { ...stats, input_tokens: 0, cached: 0, output_tokens: 0 },
})
const run = (extra: Partial<Run>) => readRun(gemini, { lines: [init, echo, say('Fine.'), result], ...extra })

describe('a run of gemini', () => {
  it('is believed with an answer, tokens and a result; the answer is what comes after the last tool', () => {
    const lines = [init, echo, say('I look.'), use('1'), use('2'), used('1'), used('2'), say('Fi'), say('ne.'), result]
    const { reader, outcome } = run({ lines })
    expect(outcome).toEqual({ status: 'ok', reason: null, text: 'Fine.', structured: null, retryAfterMs: null })
    expect(reader.giveUp()).toBeNull()
    expect(reader.progress()).toMatchObject({
      turns: 2,
      toolCalls: 2,
      usage: { inputTokens: 2000, cachedTokens: 400, outputTokens: 100, costUsd: null },
    })
  })

  it('counts by model, with what the model thought', () => {
    const models = { 'gemini-3.1-pro': { ...stats, total_tokens: 2800 }, 'gemini-3-flash': { ...stats, cached: 0 } }
    const { reader } = run({ lines: [init, say('Fine.'), { ...result, stats: { ...stats, models } }] })
    expect(reader.progress().byModel).toEqual([
      { model: 'gemini-3.1-pro', tokens: { inputTokens: 2000, cachedTokens: 400, outputTokens: 400, costUsd: null } },
      { model: 'gemini-3-flash', tokens: { inputTokens: 2400, cachedTokens: 0, outputTokens: 100, costUsd: null } },
    ])
  })

  it('may print what nobody knows', () => {
    const noise: Json[] = ['[STARTUP] x', '{"type":"mes', '[]', 'null', { type: 'new' }, { type: 'message' }]
    expect(run({ lines: [...noise, init, say('Fine.'), ...noise, result, ...noise] }).outcome.text).toBe('Fine.')
  })

  const api = (code: number, status: string) =>
    errorResult(`[API Error: {"error":{"code":${code},"message":"scripted","status":"${status}"}}]`)
  const loop = { type: 'error', severity: 'warning', message: 'Loop detected, stopping execution' }
  const nothing = { ...result, stats: { ...stats, input_tokens: 0, output_tokens: 0, cached: 0 } }

  it.each<[string, AgentFailure, Partial<Run>]>([
    ['a wrong key', 'not_logged_in', { lines: [init, api(401, 'UNAUTHENTICATED')], exitCode: 145 }],
    ['no permission', 'not_logged_in', { lines: [init, api(403, 'PERMISSION_DENIED')], exitCode: 147 }],
    ['no key', 'not_logged_in', { lines: [], exitCode: 41, stderr: 'set the GEMINI_API_KEY variable' }],
    ['a wrong request', 'refused', { lines: [init, api(400, 'INVALID_ARGUMENT')], exitCode: 144 }],
    ['429 without a code in the words', 'rate_limited', { lines: [errorResult('[API Error: slow]')], exitCode: 173 }],
    ['500', 'server', { lines: [init, api(500, 'INTERNAL')], exitCode: 244 }],
    ['503 without a code in the words', 'server', { lines: [errorResult('[API Error: busy]')], exitCode: 247 }],
    ['a refused connection', 'server', { lines: [errorResult('[API Error: fetch failed]')], exitCode: 1 }],
    ['a cut stream', 'server', { lines: [errorResult('[API Error: terminated]')], exitCode: 1 }],
    ['an empty stream and exit code 0', 'server', { lines: [init, errorResult('ended without a finish reason')] }],
    ['the turn limit', 'over_budget', { lines: [init], exitCode: 53, stderr: 'Reached max session turns' }],
    ['an untrusted folder', 'misconfigured', { lines: [], exitCode: 55 }],
    ['an empty prompt', 'misconfigured', { lines: [], exitCode: 42 }],
    ['a wrong switch', 'misconfigured', { lines: [], exitCode: 1, stderr: 'Unknown argument: x' }],
    ['a loop reported as success', 'malformed', { lines: [init, say('Fine.'), loop, result] }],
    ['an error event before success', 'server', { lines: [init, { type: 'error', message: 'x' }, say('F'), result] }],
    ['an error event without words', 'server', { lines: [init, { type: 'error' }, say('Fine.'), result] }],
    ['success without a token', 'malformed', { lines: [init, say('Fine.'), nothing] }],
    ['success without statistics', 'malformed', { lines: [init, say('Fine.'), { type: 'result', status: 'success' }] }],
    ['success without an answer', 'malformed', { lines: [init, use('1'), used('1'), result] }],
    ['an answer without an end', 'crashed', { lines: [init, say('Fine.')] }],
    ['a result of an unknown status', 'crashed', { lines: [init, say('Fine.'), { ...result, status: 'odd' }] }],
    ['a signal that it turns into exit code 0', 'crashed', { lines: [init], exitCode: 0 }],
    ['a signal', 'crashed', { exitCode: null, signal: 'SIGKILL' }],
    ['nothing but garbage', 'crashed', { lines: ['{{{', 'abc', '{"type":"result"'] }],
    ['an exit code after success', 'crashed', { exitCode: 1 }],
  ])('fails with %s', (_, status, extra) => {
    const { outcome } = run(extra)
    expect(outcome.status).toBe(status)
    expect(outcome.reason).not.toBe('')
  })
})
