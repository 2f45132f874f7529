import { expect, it } from 'vitest'
import type { AgentSettings } from '../../types.ts'
import { checkSettings } from './check-settings.ts'
import { plain } from './select.ts'

it.each<[kind: string, settings: Partial<AgentSettings>]>([
  ['claude', { model: 'opus', keyEnv: 'MY_KEY', env: ['X'], baseUrl: 'http://127.0.0.1:1', command: '/opt/claude' }],
  ['command', { command: "node 'my agent.mjs'", env: ['X'] }],
  ['acp', { command: 'agent acp', model: 'x', keyEnv: 'MY_KEY' }],
  ['acp', { command: 'agent acp', models: { strong: 'x', standard: null, cheap: null } }],
  ['acp', { command: 'agent acp', shell: 'never' }],
  ['codex', { shell: 'never' }],
  ['api', { model: 'gpt-5.5' }],
  ['api', { model: 'llama3', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434' }],
  ['replay', { command: "a file's name.jsonl" }],
  ['builtin', {}],
])('finds nothing wrong with %s and %j', (kind, settings) => {
  expect(checkSettings({ ...plain(kind), ...settings })).toBeNull()
})

it.each<[kind: string, settings: Partial<AgentSettings>, key: string, problem: RegExp]>([
  ['command', {}, 'command', /needs a command: a program/],
  ['replay', {}, 'command', /needs a command: the file/],
  ['command', { command: 'node "agent.mjs' }, 'command', /counterpart/],
  ['acp', { command: 'agent | tee log' }, 'command', /no shell that understands \|/],
  ['api', {}, 'model', /needs a model/],
  ['api', { model: 'llama3' }, 'provider', /whose it is/],
  ['api', { model: 'llama3', provider: 'openai-compatible' }, 'base_url', /address/],
  ['claude', { model: ' ' }, 'model', /no model/],
  ['codex', { baseUrl: 'localhost:11434' }, 'base_url', /http:\/\//],
  ['codex', { provider: 'openai' }, 'provider', /a codex agent takes no provider/],
  ['command', { command: 'x', model: 'y' }, 'model', /a command agent takes no model, only command, env/],
  ...(['command', 'replay'] as const).map((kind): [string, Partial<AgentSettings>, string, RegExp] => [
    kind,
    { command: 'x', models: { strong: null, standard: null, cheap: 'y' } },
    'models',
    /takes no models, only command/,
  ]),
  ['acp', { command: 'x', baseUrl: 'http://x' }, 'base_url', /an acp agent takes no base_url/],
  ['gemini', { shell: 'never' }, 'shell', /a gemini agent takes no shell, only model/],
  ['builtin', { env: ['X'] }, 'env', /takes no env$/],
])('refuses %s with %j', (kind, settings, key, problem) => {
  expect(checkSettings({ ...plain(kind), ...settings })).toEqual({ key, problem: expect.stringMatching(problem) })
})
