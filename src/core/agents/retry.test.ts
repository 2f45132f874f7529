import { expect, it } from 'vitest'
import type { AgentReply } from '../../types.ts'
import { decideRetry } from './retry.ts'

const reply = (status: AgentReply['status'], retryAfterMs: number | null = null, reason: string | null = null) => ({
  status,
  retryAfterMs,
  reason,
})
const nobody = 'connect ECONNREFUSED 127.0.0.1:1'

it.each<[string, Parameters<typeof decideRetry>[0], ReturnType<typeof decideRetry>]>([
  [
    'what the service asks for',
    { reply: reply('rate_limited', 7000), attempts: 1, remainingMs: 60_000 },
    { waitMs: 7000 },
  ],
  [
    'once for a service that cannot be reached',
    { reply: reply('server', null, nobody), attempts: 1, remainingMs: 60_000 },
    { waitMs: 2000 },
  ],
  ['doubling otherwise', { reply: reply('server'), attempts: 3, remainingMs: 60_000 }, { waitMs: 8000 }],
])('waits %s', (_name, input, expected) => {
  expect(decideRetry(input)).toEqual(expected)
})

it.each<[string, Parameters<typeof decideRetry>[0]]>([
  ['after a success', { reply: reply('ok'), attempts: 1, remainingMs: 60_000 }],
  ['without a log-in', { reply: reply('not_logged_in'), attempts: 1, remainingMs: 60_000 }],
  ['after a time-out', { reply: reply('timed_out'), attempts: 1, remainingMs: 60_000 }],
  [
    'when the wait is longer than the time left',
    { reply: reply('rate_limited', 90_000), attempts: 1, remainingMs: 60_000 },
  ],
  [
    'after two attempts to reach a service',
    { reply: reply('server', null, nobody), attempts: 2, remainingMs: 600_000 },
  ],
  ['after six attempts', { reply: reply('server'), attempts: 6, remainingMs: 600_000 }],
])('stops %s', (_name, input) => {
  expect(decideRetry(input)).toHaveProperty('stop')
})

it('says how long the service is busy when that is too long to wait', () => {
  const input = { reply: reply('rate_limited', 90_000), attempts: 1, remainingMs: 60_000 }
  expect(decideRetry(input)).toMatchObject({ busyMs: 90_000 })
})
