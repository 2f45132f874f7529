import { expect, it } from 'vitest'
import { taskIn } from '../../test/kit/agent-call.ts'
import { changeOf, rawFinding } from '../../test/support/change.ts'
import { noUsage } from '../core/cost/usage.ts'
import type { AgentReply, ReviewerOutcome } from '../types.ts'
import type { AgentPlan } from './panel/agent-plan.ts'
import { placeClaims } from './place-claims.ts'
import type { AgentPort, PaidReply, ReplyCache, ReviewPorts } from './ports.ts'

const text = 'const total = count(items)\n'
const input = {
  files: [changeOf('a.ts', null, text)],
  contents: new Map([['a.ts', { old: null, new: text }]]),
  lines: 'hunk',
  confidenceFloor: 0.5,
} as const
const claim = rawFinding({
  reviewer: 'anna',
  severity: 'P1',
  blocking: true,
  file: 'a.ts',
  line: 1,
  evidence: 'const stranger = nowhere()',
})

/** Two reviews of the same change, and how often the reviewer was asked where its claim is. */
async function reviewTwice(says: Pick<AgentReply, 'status' | 'text'>) {
  const kept = new Map<string, PaidReply>()
  const cache: ReplyCache = {
    find: (_agent, { prompt }) => kept.get(prompt),
    keep: (_agent, { prompt }, reply) => kept.set(prompt, reply),
  }
  let asked = 0
  const nothing = { structured: null, usage: noUsage, durationMs: 0, turns: 0, toolCalls: 0, retryAfterMs: null }
  const agent: AgentPort = {
    name: 'anna',
    model: null,
    identity: 'anna',
    run: async () => {
      asked += 1
      return { ...nothing, ...says, reason: null, transcript: null }
    },
  }
  const outcome: ReviewerOutcome = {
    ...{ name: 'anna', agent: 'anna', status: 'ok', reason: null },
    ...{ durationMs: 0, findings: 1, usage: noUsage },
  }
  const calls = new Map([['anna', { agent, task: { ...taskIn('/w'), name: 'anna' } }]])
  const prompts = { 'place-claims': '{{claims}}{{files}}', correction: '{{problems}}{{answer}}' }
  const plan = { prompts, schemas: {}, cache } as unknown as AgentPlan
  const ports = { emit: () => {}, clock: () => 0, signal: new AbortController().signal } as unknown as ReviewPorts
  const review = () => placeClaims(plan, { findings: [claim], outcomes: [outcome], calls }, input, ports)
  const placed = [await review(), await review()].map(({ findings }) => findings[0])
  return { asked, placed }
}

it('keeps an answer that cannot be read, and leaves the claim as it is', async () => {
  expect(await reviewTwice({ status: 'ok', text: 'I do not know.' })).toEqual({ asked: 2, placed: [claim, claim] })
})

it('keeps an answer that can be read', async () => {
  const answer = JSON.stringify({ claims: [{ claim: 1, evidence: text.trim() }] })
  const placed = expect.objectContaining({ evidence: text.trim() })
  expect(await reviewTwice({ status: 'ok', text: answer })).toEqual({ asked: 1, placed: [placed, placed] })
})

it('asks again in the next review where the call failed', async () => {
  expect(await reviewTwice({ status: 'refused', text: '' })).toEqual({ asked: 2, placed: [claim, claim] })
})
