import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CallChanges, callAgent, newFolder } from '../../test/kit/agent-call.ts'
import type { AgentReply, Json } from '../types.ts'
import type { CliBackend } from './backend.ts'
import { claude } from './claude.ts'
import { createCliAgent } from './cli-agent.ts'
import { codex } from './codex.ts'

let root = ''

beforeEach(() => {
  root = newFolder()
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('what a call cost', () => {
  const turn = { type: 'turn.completed', usage: { input_tokens: 3000, cached_input_tokens: 1000, output_tokens: 100 } }
  const answer = { type: 'item.completed', item: { id: '1', type: 'agent_message', text: 'Fine.' } }
  const lines = [{ type: 'turn.started' }, answer, turn]
  const tokens = { inputTokens: 2000, cachedTokens: 1000, outputTokens: 100 }

  it.each<[string, CallChanges, cost: number | null]>([
    ['comes from the table', { settings: { model: 'gpt-5' } }, 0.003625],
    [
      'comes from the prices of the machine before that',
      { settings: { model: 'gpt-5' }, machine: { prices: { 'gpt-5': { input: 1, cached: 1, output: 10 } } } },
      0.004,
    ],
    ['is not known for a model that is not in it', { settings: { model: 'm' } }, null],
    ['is not known when nobody says which model it was', {}, null],
  ])('%s', async (_, changes, costUsd) => {
    const reply = await call(codex, lines, changes)
    expect(reply).toMatchObject({ status: 'ok', usage: { ...tokens, costUsd } })
    expect(reply).not.toHaveProperty('byModel')
  })

  it('is nothing when the program was not started', async () => {
    const reply = await callAgent((settings, machine) => createCliAgent(codex, settings, machine), 'codex', {
      machine: { root, variables: { PATH: root } },
    })
    expect(reply).toMatchObject({ status: 'unavailable', usage: { costUsd: 0 } })
  })
})

it('takes an answer that is there when the limit is passed with its last words', async () => {
  const budget = { seconds: 20, turns: null, tokens: 100, dollars: null }
  const lines = [
    { type: 'turn.started' },
    { type: 'item.completed', item: { id: '1', type: 'agent_message', text: 'Fine.' } },
    { type: 'turn.completed', usage: { input_tokens: 3000, output_tokens: 100 } },
    'exec sleep 60',
  ]
  expect(await call(codex, lines, { task: { budget } })).toMatchObject({ status: 'ok', text: 'Fine.' })
})

describe('a limit in dollars', () => {
  const start = {
    ...{ type: 'system', subtype: 'init', mcp_servers: [] },
    ...{ tools: ['Read', 'Grep', 'Glob'], permissionMode: 'dontAsk' },
  }
  const say = (id: string, model: string) => ({
    type: 'assistant',
    message: { id, model, usage: { input_tokens: 100_000, output_tokens: 1 }, content: [{ type: 'tool_use', id }] },
  })
  const dollars = (amount: number) => ({ seconds: 20, turns: null, tokens: null, dollars: amount })

  it('ends a program that reports tokens, by the model it names', async () => {
    const lines = [start, say('1', 'claude-opus-4-5'), say('2', 'claude-opus-4-5'), 'exec sleep 60']
    const reply = await call(claude, lines, {
      settings: { model: 'opus' },
      task: { budget: dollars(0.75) },
    })
    expect(reply).toMatchObject({ status: 'over_budget', usage: { inputTokens: 200_000, costUsd: null } })
    expect(reply.usage.knownCostUsd).toBeCloseTo(1.00005, 6)
  })

  it('says what it was with few digits', async () => {
    const lines = [start, say('1', 'claude-opus-4-5'), 'exec sleep 60']
    const reply = await call(claude, lines, { task: { budget: dollars(0.1 + 0.2) } })
    expect(reply).toMatchObject({ status: 'over_budget', reason: 'It used more than 0.3 dollars.' })
  })

  it.each<[string, object, object]>([
    [
      'waits for an answer that is being given: it is paid for',
      { subtype: 'success', result: 'Fine.' },
      { status: 'ok', text: 'Fine.' },
    ],
    ['knows what a call cost that ended itself', { subtype: 'error_max_budget_usd' }, { status: 'over_budget' }],
  ])('%s', async (_, end, expected) => {
    const usage = { input_tokens: 100_000, output_tokens: 9 }
    const content = [{ type: 'text', text: 'Fine.' }]
    const answer = { type: 'assistant', message: { id: '1', model: 'claude-opus-4-5', usage, content } }
    const result = { type: 'result', usage, total_cost_usd: 0.51, ...end }
    const reply = await call(claude, [start, answer, 'sleep 1', result], { task: { budget: dollars(0.1) } })
    expect(reply).toMatchObject({ ...expected, usage: { costUsd: 0.51 } })
  })

  it('does not end one whose price is not known', async () => {
    const reply = await call(claude, [start, say('1', 'm')], {
      task: { budget: dollars(0.1) },
    })
    expect(reply).toMatchObject({ status: 'crashed', usage: { costUsd: null } })
  })
})

/** With a program that prints the objects and runs the lines of shell between them. */
function call(backend: CliBackend, lines: readonly Json[], changes: CallChanges): Promise<AgentReply> {
  const program = join(root, backend.program)
  const printed = lines.map((line) => (typeof line === 'string' ? line : `echo '${JSON.stringify(line)}'`))
  writeFileSync(program, ['#!/bin/sh', '[ "$1" = --version ] && exit', ...printed, ''].join('\n'))
  chmodSync(program, 0o755)
  return callAgent((settings, machine) => createCliAgent(backend, settings, machine), backend.kind, {
    ...changes,
    settings: { command: program, ...changes.settings },
    machine: { root, sandbox: 'off', ...changes.machine },
  })
}
