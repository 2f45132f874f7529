import { expect, it } from 'vitest'
import { agentKinds, cliBackends, otherAgents } from './registry.ts'

it('has every kind once', () => {
  expect(new Set(agentKinds).size).toBe(agentKinds.length)
})

it.each(Object.entries(cliBackends))('calls %s as it calls itself', async (kind, load) => {
  expect((await load()).kind).toBe(kind)
})

it.each(Object.entries(otherAgents))(
  'makes an agent of the kind %s, but for those that take no task',
  async (kind, load) => {
    expect((await load()) === null).toBe(kind === 'builtin')
  },
)
