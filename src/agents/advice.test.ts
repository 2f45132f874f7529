import { expect, it } from 'vitest'
import { plain } from '../core/agents/select.ts'
import { cliBackends } from '../registry.ts'
import type { AgentSettings } from '../types.ts'
import { withAdvice } from './advice.ts'
import { howToLogIn } from './login.ts'
import { failure } from './reply.ts'

it.each<[kind: AgentSettings['kind'], settings: Partial<AgentSettings>, expected: string]>([
  ['claude', {}, 'set ANTHROPIC_API_KEY, or log in with: claude auth login'],
  ['codex', {}, 'set CODEX_API_KEY, or log in with: codex login'],
  ['opencode', {}, 'set OPENAI_API_KEY, or log in with: opencode auth login'],
  ['qwen', {}, 'set OPENAI_API_KEY'],
  ['claude', { keyEnv: 'MY_KEY' }, 'set MY_KEY to a valid key'],
])('a refused %s with %j is told where its key comes from', async (kind, settings, expected) => {
  const own = { ...plain(kind), ...settings }
  const backend = await cliBackends[kind]!()
  const { reason } = withAdvice(failure('not_logged_in', 'No key.'), own, howToLogIn(backend, own))
  expect(reason).toBe(`No key; ${expected}`)
})

it('names the host that cannot be reached, once', () => {
  const own = { ...plain('claude'), baseUrl: 'http://127.0.0.1:1' }
  const once = withAdvice(failure('server', 'Connection error.'), own, 'x')
  expect(once.reason).toMatch(/^Connection error; 127\.0\.0\.1:1 cannot be reached: check base_url/)
  expect(withAdvice(once, own, 'x')).toEqual(once)
})

it('adds nothing to what it does not know', () => {
  const reply = failure('crashed', 'it could not connect the dots: connection error')
  expect(withAdvice(reply, plain('claude'), 'x')).toBe(reply)
})
