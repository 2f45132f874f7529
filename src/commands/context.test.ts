import { afterEach, expect, it, vi } from 'vitest'
import { createContext } from './context.ts'

const never = new AbortController().signal
const { isTTY } = process.stderr

afterEach(() => {
  vi.unstubAllEnvs()
  process.stderr.isTTY = isTTY
})

it.each([
  ['xterm-256color', true],
  ['dumb', false],
])('with TERM=%s a terminal can take back what it shows: %s', (term, expected) => {
  vi.stubEnv('TERM', term)
  process.stderr.isTTY = true
  expect(createContext(never, '0', never).stderr.isTerminal).toBe(expected)
})
