import { afterEach, expect, it, vi } from 'vitest'
import { createContext } from './context.ts'

const never = new AbortController().signal
const { isTTY } = process.stderr

afterEach(() => {
  vi.unstubAllEnvs()
  process.stderr.isTTY = isTTY
})

it.each([
  ['true', ': :error::x\n  : :debug::y ## [error]z\n'],
  ['', '::error::x\n  ::debug::y ##[error]z\n'],
])('with GITHUB_ACTIONS=%s only what is meant for the runner is an order to it', (actions, expected) => {
  vi.stubEnv('GITHUB_ACTIONS', actions)
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const { stdout } = createContext(never, '0', never)
  stdout.write('::error::x\n  ::debug::y ##[error]z\n')
  stdout.writeToRunner('::error::x')
  const written = write.mock.calls.map(([text]) => text)
  write.mockRestore()
  expect(written).toEqual([expected, '::error::x'])
})

it.each([
  ['xterm-256color', true],
  ['dumb', false],
])('with TERM=%s a terminal can take back what it shows: %s', (term, expected) => {
  vi.stubEnv('TERM', term)
  process.stderr.isTTY = true
  expect(createContext(never, '0', never).stderr.isTerminal).toBe(expected)
})
