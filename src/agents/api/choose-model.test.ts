import { expect, it } from 'vitest'
import { settingsOf } from '../../../test/kit/agent-call.ts'
import type { AgentSettings } from '../../types.ts'
import { chooseModel } from './choose-model.ts'

const variables = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o', GOOGLE_GENERATIVE_AI_API_KEY: 'g', MY_KEY: ' m ' }

const choose = (settings: Partial<AgentSettings>, env: Record<string, string> = variables) =>
  chooseModel(settingsOf('api', { settings }), env)

it.each([
  ['claude-sonnet-4-6', 'anthropic', 'a'],
  ['gpt-5.5', 'openai', 'o'],
  ['o4-mini', 'openai', 'o'],
  ['gemini-3-pro', 'google', 'g'],
])('knows whose %s is', (model, provider, key) => {
  expect(choose({ model })).toEqual({ provider, model, baseUrl: null, key })
})

it.each(['llama3', 'gpt-oss:20b', 'openhermes', 'qwen3', 'my-claude-x', 'deepseek-r1'])(
  'does not guess whose %s is',
  (model) => {
    expect(choose({ model })).toMatchObject({ status: 'misconfigured', reason: expect.stringContaining('provider') })
  },
)

it.each<[what: string, settings: Partial<AgentSettings>, reason: RegExp]>([
  ['no model', {}, /agents\.mine\.model/],
  ['an empty model', { model: ' ' }, /agents\.mine\.model/],
  ['no address', { model: 'llama3', provider: 'openai-compatible' }, /agents\.mine\.base_url/],
  ['a strange address', { model: 'gpt-5.5', baseUrl: 'localhost:11434' }, /http/],
  ['a file', { model: 'gpt-5.5', baseUrl: 'file:///etc' }, /http/],
])('says what to write when there is %s', (_, settings, reason) => {
  expect(choose(settings)).toEqual({ status: 'misconfigured', reason: expect.stringMatching(reason) })
})

it('takes the key that the settings name, and no other', () => {
  expect(choose({ model: 'gpt-5.5', keyEnv: 'MY_KEY' })).toMatchObject({ key: 'm' })
  expect(choose({ model: 'gpt-5.5', keyEnv: 'GONE' })).toEqual({
    status: 'not_logged_in',
    reason: 'there is no key: set GONE',
  })
  const missing = choose({ model: 'gemini-3-pro' }, {})
  expect(missing).toMatchObject({ reason: expect.stringContaining('GEMINI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY') })
  expect(choose({ model: 'x', provider: 'openai-compatible', baseUrl: 'http://h/v1' })).toMatchObject({ key: null })
})

it.each<[provider: AgentSettings['provider'], written: string, meant: string]>([
  ['anthropic', 'https://gateway.example.com', 'https://gateway.example.com/v1'],
  ['anthropic', 'https://gateway.example.com/claude/', 'https://gateway.example.com/claude/v1'],
  ['anthropic', 'https://gateway.example.com/v1', 'https://gateway.example.com/v1'],
  ['google', 'https://gateway.example.com', 'https://gateway.example.com/v1beta'],
  ['google', 'https://gateway.example.com/v1beta', 'https://gateway.example.com/v1beta'],
  ['openai', 'https://gateway.example.com/openai/deployments/x', 'https://gateway.example.com/openai/deployments/x'],
  ['openai-compatible', 'http://localhost:11434', 'http://localhost:11434/v1'],
  ['openai-compatible', 'http://localhost:8000/v1/', 'http://localhost:8000/v1'],
])('completes an address of %s: %s', (provider, baseUrl, expected) => {
  expect(choose({ model: 'm', provider, baseUrl })).toMatchObject({ baseUrl: expected })
})
