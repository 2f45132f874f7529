import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { callAgent, machineAt, maskedWord, newFolder, settingsOf, taskIn } from '../../test/kit/agent-call.ts'
import type { AgentReply, AgentTask } from '../types.ts'
import { createReplayAgent } from './replay.ts'

it('answers with the first unused entry that fits', async () => {
  const replies = await play(
    [
      { role: 'fixer', text: 'for the fixer' },
      { name: 'bug-hunter', round: 2, text: 'second round' },
      { json: { summary: 'any' } },
    ],
    [{}, {}, { role: 'fixer' }, {}],
  )
  expect(replies.map(({ status, text }) => [status, text])).toEqual([
    ['ok', 'second round'],
    ['ok', '{"summary":"any"}'],
    ['ok', 'for the fixer'],
    ['crashed', ''],
  ])
  expect(replies[1]?.structured).toEqual({ summary: 'any' })
  expect(replies[3]?.reason).toBe('the replay script has no reply left for the reviewer bug-hunter in round 2')
})

it.each([
  ['verifier', 'verifier', 'the verifier in'],
  ['verifier', 'verifier/2', 'the verifier/2 in'],
  ['reviewer', 'auditor', 'the reviewer auditor in'],
] as const)('names the %s %s once when no reply is left', async (role, name, words) => {
  const [reply] = await play([{ role: 'executor', text: 'for another' }], [{ role, name }])
  expect(reply?.reason).toContain(`no reply left for ${words}`)
})

it('plays failures, waiting times and usage', async () => {
  const usage = { inputTokens: 10, outputTokens: 2, costUsd: 0.5 }
  const [failed, used] = await play(
    [
      { status: 'rate_limited', reason: 'Slow down.', retryAfterMs: 700 },
      { text: 'fine', usage },
    ],
    [{}, {}],
  )
  expect(failed).toMatchObject({ status: 'rate_limited', reason: 'Slow down.', retryAfterMs: 700, text: '' })
  expect(used).toMatchObject({ status: 'ok', reason: null, usage: { ...usage, cachedTokens: 0 }, turns: 1 })
})

it.each([
  ['a JSON list', '[\n {"text": "one"},\n {"text": "two"}\n]\n'],
  ['a file with a mark of its encoding', '\uFEFF{"text": "one"}\r\n{"text": "two"}\r\n'],
])('reads %s too', async (_, content) => {
  const root = newFolder()
  writeFileSync(join(root, 'script.json'), content)
  const agent = createReplayAgent(settingsOf('replay', { settings: { command: 'script.json' } }), machineAt(root))
  const signal = new AbortController().signal
  expect((await agent.run(taskIn(root), signal)).text).toBe('one')
  expect((await agent.run(taskIn(root), signal)).text).toBe('two')
})

it('writes into the workspace only for those who may', async () => {
  const workspace = newFolder()
  const entry = { text: 'done', writes: [{ path: 'src/deep/a.ts', content: 'export {}\n' }] }
  await play([entry], [{ workspace }])
  expect(existsSync(join(workspace, 'src'))).toBe(false)
  await play([entry], [{ workspace, mayWrite: true }])
  expect(readFileSync(join(workspace, 'src/deep/a.ts'), 'utf8')).toBe('export {}\n')
})

it.each(['../out.txt', '/tmp/out.txt', '.git/config', '.review-loop/config.yaml', 'link/out.txt'])(
  'does not write to %s, nor anything else of that entry',
  async (path) => {
    const workspace = newFolder()
    symlinkSync(newFolder(), join(workspace, 'link'))
    const writes = [
      { path: 'fine.txt', content: 'x' },
      { path, content: 'x' },
    ]
    const [reply] = await play([{ text: 'done', writes }], [{ workspace, mayWrite: true }])
    expect(reply).toMatchObject({ status: 'misconfigured', text: '' })
    expect(existsSync(join(workspace, 'fine.txt'))).toBe(false)
  },
)

it.each([
  ['{"text": "cut', /line 1: this is not JSON/],
  ['\n{"text": "fine"}\n{"txt": "typo"}', /line 3: .*txt/],
  ['{"status": "fine"}', /line 1: status/],
  ['["not an object"]', /entry 1: the entry/],
  ['[{"text"', /is not JSON/],
  ['', /no replies/],
])('says what is wrong with the script %j', async (script, reason) => {
  const root = newFolder()
  writeFileSync(join(root, 's.jsonl'), script)
  const reply = await callAgent(createReplayAgent, 'replay', { settings: { command: 's.jsonl' }, machine: { root } })
  expect(reply).toMatchObject({ status: 'misconfigured', reason: expect.stringMatching(reason) })
})

it.each([null, 'missing.jsonl'])('says what is wrong with the file %j', async (command) => {
  const reply = await callAgent(createReplayAgent, 'replay', { settings: { command } })
  expect(reply).toMatchObject({ status: 'misconfigured', reason: expect.stringMatching(/file/) })
})

it('takes an empty reply for no reply', async () => {
  const [reply] = await play([{}], [{}])
  expect(reply).toMatchObject({ status: 'malformed' })
})

it('holds the time budget and stops when it is told to', async () => {
  const root = newFolder()
  writeFileSync(join(root, 's.jsonl'), '{"text": "late", "delayMs": 60000}\n{"text": "late", "delayMs": 60000}\n')
  const settings = { command: 's.jsonl' }
  const budget = { seconds: 0.05, turns: null, tokens: null, dollars: null }
  const late = await callAgent(createReplayAgent, 'replay', { settings, machine: { root }, task: { budget } })
  expect(late).toMatchObject({ status: 'timed_out', text: '' })
  const signal = AbortSignal.timeout(50)
  const stopped = await callAgent(createReplayAgent, 'replay', { settings, machine: { root }, signal })
  expect(stopped).toMatchObject({ status: 'cancelled', text: '' })
})

it('masks the transcript', async () => {
  const root = newFolder()
  writeFileSync(join(root, 's.jsonl'), JSON.stringify({ text: `one\nkey ${maskedWord}` }))
  const reply = await callAgent(createReplayAgent, 'replay', { settings: { command: 's.jsonl' }, machine: { root } })
  expect(readFileSync(join(root, reply.transcript ?? ''), 'utf8')).toBe('one\nkey s3c…\n')
})

/** The replies of one agent to several tasks, in order. */
async function play(entries: readonly object[], tasks: readonly Partial<AgentTask>[]): Promise<AgentReply[]> {
  const root = newFolder()
  writeFileSync(join(root, 's.jsonl'), entries.map((entry) => JSON.stringify(entry)).join('\n'))
  const agent = createReplayAgent(settingsOf('replay', { settings: { command: 's.jsonl' } }), machineAt(root))
  const replies: AgentReply[] = []
  for (const task of tasks) replies.push(await agent.run(taskIn(root, { task }), new AbortController().signal))
  return replies
}
