import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/support/repository.ts'
import type { AgentPort } from '../../run/ports.ts'
import type { AgentTask } from '../../types.ts'
import { replyCache } from './reply-cache.ts'

const agent: AgentPort = { name: 'x', identity: 'x', model: null, run: () => Promise.reject(new Error('not asked')) }
const task: AgentTask = {
  role: 'reviewer',
  name: 'reviewer',
  round: 1,
  session: 's',
  prompt: 'Look.',
  workspace: '.',
  mayWrite: false,
  budget: { seconds: 1, turns: null, tokens: null, dollars: null },
  files: [],
  findings: [],
  schema: null,
}
const usage = { inputTokens: 7, outputTokens: 1, cachedTokens: 0, costUsd: 0.5 }
const answer = { text: 'All is well.', structured: null }
const first = { session: 's', round: 1, attempt: 0 }

it.each([
  ['the same review, resumed', first, { ...answer, usage }],
  ['another review of the round: it was counted', { ...first, attempt: 1 }, answer],
  ['another round', { ...first, round: 2 }, undefined],
  ['another session', { ...first, session: 't' }, undefined],
])('gives a reply with what it cost where that is still to be counted: %s', (_, round, expected) => {
  const root = temporaryFolder()
  // Nothing is kept beyond the loop.
  const limits = { maxMb: 0, days: 1 }
  replyCache(root, null, limits, first)?.keep(agent, task, { ...answer, usage })
  expect(replyCache(root, null, limits, round)?.find(agent, task)).toEqual(expected)
})

it.each([
  ['its words', { text: `It holds ${'AKI' + 'A'}Z7QX4M2LPW5T6R3V.`, structured: null }],
  ['its object', { text: '', structured: { findings: [{ evidence: `key = "${'AKI' + 'A'}Z7QX4M2LPW5T6R3V"` }] } }],
])('does not keep a reply with a secret in %s', (_, said) => {
  const root = temporaryFolder()
  const cache = replyCache(root, null, { maxMb: 1, days: 1 })
  cache?.keep(agent, task, { ...said, usage })
  expect(cache?.find(agent, task)).toBeUndefined()
  cache?.keep(agent, task, { ...answer, usage })
  expect(cache?.find(agent, task)).toEqual(answer)
})

it('gives no reply that was about other code', () => {
  const cache = replyCache(temporaryFolder(), null, { maxMb: 1, days: 1 })
  cache?.keep(agent, { ...task, basis: 'one' }, { ...answer, usage })
  expect(cache?.find(agent, { ...task, basis: 'one' })).toEqual(answer)
  expect(cache?.find(agent, { ...task, basis: 'other' })).toBeUndefined()
})
