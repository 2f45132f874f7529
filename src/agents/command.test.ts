import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type CallChanges, callAgent, maskedWord, newFolder } from '../../test/kit/agent-call.ts'
import type { AgentReply } from '../types.ts'
import { createCommandAgent } from './command.ts'
import { probeSandbox } from './sandbox/probe-sandbox.ts'

const program = fileURLToPath(new URL('../../test/bin/agent-command.mjs', import.meta.url))

it('gives the task to the program and takes its output for the answer', async () => {
  const workspace = newFolder()
  const variables = { MY_KEY: 'mine', OTHER_KEY: 'other' }
  const reply = await call(`"${process.execPath}" '${program}' tell 'two words'`, {
    task: { workspace, prompt: 'Look at this.\n', files: ['a.ts', 'b c.ts'], findings: ['F1', 'F2'], session: 's7' },
    settings: { env: ['MY_KEY', 'NOT_SET'] },
    machine: { variables },
  })
  expect(reply).toMatchObject({ status: 'ok', reason: null, turns: 1, toolCalls: 0, structured: null })
  expect(reply.usage.costUsd).toBeNull()
  const told = JSON.parse(reply.text)
  expect(told).toMatchObject({ prompt: 'Look at this.\n', rest: ['two words'], cwd: workspace })
  expect(told.env).toMatchObject({
    REVIEW_LOOP_ROLE: 'reviewer',
    REVIEW_LOOP_REVIEWER: 'bug-hunter',
    REVIEW_LOOP_ROUND: '2',
    REVIEW_LOOP_SESSION: 's7',
    REVIEW_LOOP_FILES: 'a.ts\nb c.ts',
    REVIEW_LOOP_FINDINGS: 'F1\nF2',
    MY_KEY: 'mine',
  })
  expect(told.env).not.toHaveProperty('OTHER_KEY')
  expect(told.env).not.toHaveProperty('NOT_SET')
  expect(told.env.HOME).not.toBe(process.env.HOME)
})

it('runs a script that is not in the copy of the workspace where it is', async () => {
  const [root, workspace] = [newFolder(), newFolder()]
  copyFileSync(program, join(root, 'ignored.mjs'))
  const reply = await call(`"${process.execPath}" ignored.mjs tell`, { task: { workspace }, machine: { root } })
  expect(reply.status).toBe('ok')
  expect(JSON.parse(reply.text)).toMatchObject({ cwd: workspace })
})

it.each<[how: string, expected: Partial<AgentReply>]>([
  [
    'fail',
    { status: 'crashed', reason: expect.stringMatching(/exit code 3: the disk is full$/), text: 'half an answer' },
  ],
  ['silent', { status: 'malformed', reason: expect.stringMatching(/printed nothing/) }],
  ['sorryAtLength', { status: 'unavailable', reason: 'the program says: {"message":"overloaded"}' }],
  ['sorry', { status: 'unavailable', reason: 'the program says: the model is not loaded' }],
])('does not believe a program that ends with %s', async (how, expected) => {
  expect(await call(`node '${program}' ${how}`, { task: { schema: {} } })).toMatchObject(expected)
})

it('ends a program that takes too long', async () => {
  const reply = await call(`node '${program}' hang`, {
    task: { budget: { seconds: 1, turns: null, tokens: null, dollars: null } },
  })
  expect(reply).toMatchObject({ status: 'timed_out', reason: expect.any(String) })
})

it('ends a program when the caller gives up', async () => {
  const reply = await call(`node '${program}' hang`, { signal: AbortSignal.timeout(700) })
  expect(reply.status).toBe('cancelled')
})

it('masks the transcript and says where it is', async () => {
  const root = newFolder()
  const halves = `${maskedWord.slice(0, 4)} ${maskedWord.slice(4)}`
  const reply = await call(`node '${program}' leak ${halves}`, { machine: { root } })
  expect(reply.transcript).toMatch(/^\.review-loop\/t\/bug-hunter-mine-\d+\.log$/)
  const kept = readFileSync(join(root, reply.transcript ?? ''), 'utf8')
  expect(kept).toContain('s3c…')
  expect(kept).not.toContain(maskedWord)
})

it.each([
  ['', 'misconfigured'],
  [null, 'misconfigured'],
  ["node 'open", 'misconfigured'],
  ['no-such-program-anywhere', 'unavailable'],
])('says what is wrong with the command line %j', async (command, status) => {
  expect(await call(command)).toMatchObject({ status, reason: expect.stringMatching(/\w+ \w+/), text: '' })
})

it('never rejects, even without a workspace', async () => {
  const task = { workspace: join(newFolder(), 'gone') }
  const reply = await call(`node '${program}' tell`, { task, machine: { root: newFolder() } })
  expect(reply).toMatchObject({ status: 'unavailable' })
})

const level = await probeSandbox()

it.runIf(level.kind === 'bubblewrap')('runs in the sandbox when that is required', async () => {
  const workspace = newFolder()
  const required = { machine: { sandbox: 'required' as const } }
  const refused = await call(`node '${program}' write`, { task: { workspace }, ...required })
  expect(refused).toMatchObject({ status: 'crashed', reason: expect.stringContaining('exit code 1') })
  expect(existsSync(join(workspace, 'written-by-agent.txt'))).toBe(false)
  const allowed = await call(`node '${program}' write`, { task: { workspace, mayWrite: true }, ...required })
  expect(allowed).toMatchObject({ status: 'ok', text: 'written' })
  expect(existsSync(join(workspace, 'written-by-agent.txt'))).toBe(true)
})

it.runIf(level.kind === 'none')('refuses to run without the sandbox that is required', async () => {
  expect((await call(`node '${program}' tell`, { machine: { sandbox: 'required' } })).status).toBe('sandbox')
})

function call(command: string | null, changes: CallChanges = {}): Promise<AgentReply> {
  return callAgent(createCommandAgent, 'command', { ...changes, settings: { command, ...changes.settings } })
}
