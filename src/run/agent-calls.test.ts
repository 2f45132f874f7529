import { expect, it } from 'vitest'
import { taskIn } from '../../test/kit/agent-call.ts'
import { noUsage } from '../core/cost/usage.ts'
import type { AgentReply, LoopEvent } from '../types.ts'
import { askAgents } from './agent-calls.ts'
import type { AgentPort } from './ports.ts'

type Said = Pick<AgentReply, 'status' | 'reason'> & { readonly hasTurn: boolean }

const crashed: Said = { status: 'crashed', reason: 'it fell over', hasTurn: true }
const unavailable: Said = { status: 'unavailable', reason: 'not loaded', hasTurn: true }

function agent(name: string, replies: readonly Said[]): AgentPort {
  const left = [...replies]
  return {
    name,
    model: null,
    identity: name,
    run: async (_task, _signal, onTurn) => {
      const { hasTurn, ...said } = left.shift()!
      if (hasTurn) onTurn?.()
      const nothing = { text: '', structured: null, durationMs: 0, turns: 0, toolCalls: 0, transcript: null }
      return { ...nothing, ...said, usage: noUsage, retryAfterMs: null }
    },
  }
}

async function ask(agents: readonly [AgentPort, ...AgentPort[]]) {
  const events: LoopEvent[] = []
  const context = {
    emit: (event: LoopEvent) => events.push(event),
    clock: () => 0,
    signal: new AbortController().signal,
  }
  const read = () => ({ value: 'read' })
  const { outcome } = await askAgents(agents, taskIn('/w'), read, { ...context, correction: '', cache: null })
  return { reason: outcome.reason, events: events.map(({ type }) => type) }
}

it.each<[what: string, agents: readonly [AgentPort, ...AgentPort[]], reason: string, isRetried: boolean]>([
  ['the same twice', [agent('a', [crashed, crashed])], 'it fell over (asked twice)', true],
  ['twice, too, that it could not', [agent('a', [unavailable, unavailable])], 'not loaded (asked twice)', true],
  ['once what would be the same again', [agent('a', [{ ...crashed, status: 'sandbox' }])], 'it fell over', false],
  [
    'what happened first, first',
    [agent('a', [crashed]), agent('b', [{ ...crashed, reason: 'no time' }])],
    'it fell over; asked again (b): no time',
    true,
  ],
  [
    'nothing of a second try that there was no budget for',
    [agent('a', [crashed, { status: 'over_budget', reason: 'used up', hasTurn: false }])],
    'it fell over',
    false,
  ],
])('says %s', async (_what, agents, reason, isRetried) => {
  const told = await ask(agents)
  expect([told.reason, told.events.includes('reviewer-retry')]).toEqual([reason, isRetried])
})
