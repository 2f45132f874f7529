import { expect, it } from 'vitest'
import { plain } from '../core/agents/select.ts'
import { claude } from './claude.ts'
import { keysFor } from './keys.ts'

const variables = { ANTHROPIC_API_KEY: 'usual', MY_KEY: 'mine', GITHUB_TOKEN: 'github', EXTRA: 'extra' }

it('gives an agent its own key and nothing else', () => {
  expect(keysFor(claude, plain('claude'), variables)).toEqual({ ANTHROPIC_API_KEY: 'usual' })
})

it('takes a named key instead of the usual one, under the name the program expects', () => {
  expect(keysFor(claude, { ...plain('claude'), keyEnv: 'MY_KEY', env: ['EXTRA'] }, variables)).toEqual({
    ANTHROPIC_API_KEY: 'mine',
    EXTRA: 'extra',
  })
})

it('never falls back to the usual key when the named one is missing', () => {
  expect(keysFor(claude, { ...plain('claude'), keyEnv: 'NOT_SET' }, variables)).toEqual({})
})
