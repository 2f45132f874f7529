import { expect, it } from 'vitest'
import type { GateResult, ReviewerOutcome, ReviewerStatus } from '../../types.ts'
import { noUsage } from '../cost/usage.ts'
import { reviewEnd } from './review-end.ts'

function outcome(status: ReviewerStatus): ReviewerOutcome {
  return { name: status, agent: 'x', status, reason: null, durationMs: 1, findings: 0, usage: noUsage }
}

const open = false
const up = true

it.each<[string, GateResult, ReviewerStatus[], number, boolean, string]>([
  ['passes', 'pass', ['ok', 'cached', 'skipped'], 1, open, 'complete'],
  ['is blocked', 'blocked', ['ok'], 1, open, 'complete'],
  ['ends with its time, but has all answers', 'blocked', ['ok'], 1, up, 'complete'],
  ['has an agent without budget', 'inconclusive', ['ok', 'budget_exceeded'], 1, open, 'cut_short'],
  ['has an agent that used up all the time', 'inconclusive', ['timed_out'], 1, up, 'cut_short'],
  ['has an agent that hung, while there was time', 'inconclusive', ['timed_out'], 1, open, 'no_verdict'],
  ['has an agent that crashed', 'inconclusive', ['ok', 'failed'], 1, open, 'no_verdict'],
  ['has an agent that crashed, when the time was up', 'inconclusive', ['failed'], 1, up, 'no_verdict'],
  ['has one that crashed and one without budget', 'inconclusive', ['failed', 'budget_exceeded'], 1, open, 'cut_short'],
  ['had nothing to look at', 'inconclusive', ['budget_exceeded'], 0, open, 'no_verdict'],
])('a review that %s', (_, result, statuses, files, isTimeUp, kind) => {
  const review = { gate: { result, reasons: ['why'] }, reviewers: statuses.map(outcome), scope: { files } }
  expect(reviewEnd(review, isTimeUp)).toEqual(kind === 'complete' ? { kind } : { kind, reasons: ['why'] })
})

it('a review with a claim that could not be checked is complete: the claim is the answer', () => {
  const gate = { result: 'inconclusive', reasons: ['why'], unverified: ['F-1'] } as const
  expect(reviewEnd({ gate, reviewers: [outcome('ok')], scope: { files: 1 } }, open)).toEqual({ kind: 'complete' })
})
