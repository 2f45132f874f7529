import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type CallChanges, callAgent, maskedWord, newFolder } from '../../test/kit/agent-call.ts'
import type { AgentReply } from '../types.ts'
import { createAcpAgent } from './acp.ts'
import { probeSandbox } from './sandbox/probe-sandbox.ts'

const program = fileURLToPath(new URL('../../test/bin/agent-acp.mjs', import.meta.url))
const isHeld = (await probeSandbox()).kind === 'bubblewrap'
const budget = { seconds: 20, turns: null, tokens: null, dollars: null }

it.each(['review', 'noise'])('holds a conversation (%s)', async (how) => {
  const root = newFolder()
  const prompt = 'Look.\n'.repeat(200_000)
  const reply = await call(how, { machine: { root }, task: { prompt } })
  expect(reply).toMatchObject({
    status: 'ok',
    reason: null,
    text: `{"summary": "mode read-only, model small, ${prompt.length} characters"}`,
    usage: { inputTokens: 1000, cachedTokens: 200, outputTokens: 50, costUsd: 0.25 },
    turns: 2,
    toolCalls: 1,
  })
  expect(readFileSync(join(root, reply.transcript ?? ''), 'utf8')).toContain('"stopReason":"end_turn"')
})

it('runs a script that is not in the copy of the workspace where it is', async () => {
  const [root, workspace] = [newFolder(), newFolder()]
  symlinkSync(program, join(root, 'ignored.mjs'))
  const settings = { command: `"${process.execPath}" ignored.mjs environment` }
  const reply = await call('environment', { task: { workspace }, settings, machine: { root, sandbox: 'off' } })
  expect(JSON.parse(reply.text)).toMatchObject({ cwd: workspace })
})

it('chooses a model that the agent offers, and no other', async () => {
  const reply = await call('review', { settings: { model: 'large' }, task: { mayWrite: true } })
  expect(reply.text).toContain('mode agent, model large')
  expect(await call('review', { settings: { model: 'huge' } })).toMatchObject({
    status: 'misconfigured',
    reason: expect.stringContaining('does not offer the model huge'),
  })
})

it('gives the agent what is its own, and nothing else', async () => {
  const workspace = newFolder()
  const reply = await call('environment', {
    task: { workspace },
    settings: { env: ['MY_KEY'] },
    machine: { variables: { MY_KEY: 'mine', OTHER_KEY: 'other' } },
  })
  const told = JSON.parse(reply.text)
  expect(told).toMatchObject({ cwd: workspace, MY_KEY: 'mine', REVIEW_LOOP_ROLE: 'reviewer' })
  expect(told).not.toHaveProperty('OTHER_KEY')
  expect(told.HOME).not.toBe(process.env.HOME)
})

it('lets a fixer edit and a reviewer not', async () => {
  const workspace = newFolder()
  const refused = await call('edit', { task: { workspace } })
  expect(refused).toMatchObject({ status: 'ok', text: 'The answer was no.' })
  expect(existsSync(join(workspace, 'edited.txt'))).toBe(false)
  const allowed = await call('edit', { task: { workspace, mayWrite: true } })
  expect(allowed).toMatchObject({ status: 'ok', text: 'The answer was yes-once.' })
  expect(readFileSync(join(workspace, 'edited.txt'), 'utf8')).toBe('edited\n')
})

it.runIf(isHeld)('holds an agent that does not ask', async () => {
  const workspace = newFolder()
  const reply = await call('sneak', { task: { workspace } })
  expect(reply.text).toBe('Without asking: EROFS.')
  expect(existsSync(join(workspace, 'sneaked.txt'))).toBe(false)
})

it('does nothing on behalf of the agent', async () => {
  const workspace = newFolder()
  const reply = await call('demand', { task: { workspace, mayWrite: true } })
  expect(reply).toMatchObject({ status: 'ok', text: 'rejected -32601, rejected -32601' })
  expect(existsSync(join(workspace, 'by-client.txt'))).toBe(false)
})

it.each<[how: string, status: AgentReply['status'], reason: RegExp]>([
  ['silent', 'malformed', /without an answer/],
  ['unasked', 'malformed', /no model gave the answer/],
  ['refuse', 'refused', /refused/],
  ['unpaid', 'not_logged_in', /401 invalid key s3c…/],
  ['logged-out', 'not_logged_in', /[Aa]uthentication required/],
  ['old', 'misconfigured', /version 1/],
  ['crash', 'crashed', /exit code 7 before its answer: out of memory/],
])('does not believe an agent that is %s', async (how, status, reason) => {
  expect(await call(how)).toMatchObject({ status, reason: expect.stringMatching(reason) })
})

it.each<[what: string, command: string | null, status: AgentReply['status']]>([
  ['nothing', null, 'misconfigured'],
  ['an open quotation', 'agent "', 'misconfigured'],
  ['a program that says something else', 'echo hello', 'crashed'],
])('says what is wrong when the command is %s', async (_, command, status) => {
  const reply = await callAgent(createAcpAgent, 'acp', { settings: { command } })
  expect(reply).toMatchObject({ status, reason: expect.stringMatching(/\w+ \w+/) })
})

it('holds the budgets', async () => {
  const turns = await call('loop', { task: { budget: { ...budget, turns: 5 } } })
  expect(turns).toMatchObject({ status: 'over_budget', reason: 'it used more than 5 turns' })
  const seconds = await call('hang', { task: { budget: { ...budget, seconds: 1 } } })
  expect(seconds).toMatchObject({ status: 'timed_out' })
})

it('cancels the turn before it ends the agent', async () => {
  const folder = newFolder()
  const note = join(folder, 'note.txt')
  const caller = new AbortController()
  // Writable, so that the agent can leave its note.
  const running = call(`hang '${note}'`, { task: { workspace: folder, mayWrite: true }, signal: caller.signal })
  await untilTold(folder, 'Thinking')
  caller.abort()
  expect(await running).toMatchObject({ status: 'cancelled' })
  expect(readFileSync(note, 'utf8')).toBe('cancelled\n')
})

it('does not start for a caller who has given up', async () => {
  expect(await call('review', { signal: AbortSignal.abort() })).toMatchObject({ status: 'cancelled', text: '' })
})

it('masks the transcript', async () => {
  const root = newFolder()
  const reply = await call('unpaid', { machine: { root } })
  expect(readFileSync(join(root, reply.transcript ?? ''), 'utf8')).not.toContain(maskedWord)
})

function call(how: string, changes: CallChanges = {}): Promise<AgentReply> {
  const settings = { command: `node '${program}' ${how}`, ...changes.settings }
  return callAgent(createAcpAgent, 'acp', { ...changes, settings })
}

/** Until the agent has printed these words. */
async function untilTold(root: string, words: string): Promise<void> {
  const folder = join(root, '.review-loop/t')
  const told = () =>
    existsSync(folder) && readdirSync(folder).some((name) => readFileSync(join(folder, name), 'utf8').includes(words))
  while (!told()) await new Promise((resolve) => setTimeout(resolve, 20))
}
