import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { plain } from '../core/agents/select.ts'
import type { AgentSettings } from '../types.ts'
import { checkAgent } from './check-agent.ts'
import { findUsable } from './usable.ts'

const root = mkdtempSync(join(tmpdir(), 'check-agent-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

mkdirSync(join(root, 'bin'))
for (const name of ['bin/claude', 'bin/agent', 'tool.sh']) {
  writeFileSync(join(root, name), '#!/bin/sh\n')
  chmodSync(join(root, name), 0o755)
}
writeFileSync(join(root, 'notes.txt'), 'no program\n')
writeFileSync(join(root, 'replies.jsonl'), '{"text": "fine"}\n')
writeFileSync(join(root, 'broken.jsonl'), '{"txt": "fine"}\n')

const variables = { PATH: join(root, 'bin'), HOME: root }
const here = { variables, root, sandbox: 'auto' } as const
const agent = (kind: string, settings: Partial<AgentSettings> = {}) => ({ ...plain(kind), ...settings })

it.each([
  [agent('claude')],
  [agent('command', { command: 'agent --review' })],
  [agent('command', { command: './tool.sh' })],
  [agent('claude', { command: './tool.sh' })],
  [agent('acp', { command: join(root, 'tool.sh') })],
  [agent('replay', { command: 'replies.jsonl' })],
  [agent('api', { model: 'x', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:1' })],
])('lets $kind $command through', async (settings) => {
  expect(await checkAgent(settings, here)).toBeNull()
})

it.each([
  [agent('codex'), /^codex is not installed, or not on the PATH$/],
  [agent('claude', { command: '/nowhere/claude' }), /^\/nowhere\/claude is not installed/],
  [agent('claude', { command: './notes.txt' }), /^\.\/notes\.txt is not installed/],
  [agent('acp', { command: 'nosuch --acp' }), /^there is no program called nosuch on the PATH$/],
  [agent('command', { command: './nosuch.sh' }), /^\.\/nosuch\.sh is not there/],
  [agent('command', { command: './notes.txt' }), /no program that may be run/],
  [agent('command', { command: './bin' }), /no program that may be run/],
  [agent('replay', { command: 'nowhere.jsonl' }), /nowhere\.jsonl cannot be read: there is no such file$/],
  [agent('replay', { command: 'broken.jsonl' }), /broken\.jsonl, line 1: txt/],
  [agent('api', { model: 'gpt-5.5' }), /there is no key: set OPENAI_API_KEY/],
  [agent('api', { model: 'llama3' }), /whose it is/],
])('refuses $kind $command $model', async (settings, problem) => {
  const wrong = await checkAgent(settings, here)
  expect(wrong).toEqual({ problem: expect.stringMatching(problem), hint: expect.stringMatching(/^[A-Z].*\.$/) })
})

it('takes for `auto` what can be used, and passes over what cannot', async () => {
  const broken = agent('command', { name: 'broken', command: 'nosuch' })
  const works = agent('command', { name: 'works', command: 'agent' })
  expect(await findUsable([broken, works], here)).toBe(works)
  expect(await findUsable([broken], here)).toBeUndefined()
  const withKey = { ...here, variables: { ...variables, ANTHROPIC_API_KEY: 'x' } }
  expect(await findUsable([broken], withKey)).toMatchObject({ name: 'claude' })
})
