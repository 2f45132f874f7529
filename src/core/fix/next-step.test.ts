import { expect, it } from 'vitest'
import { fullResult } from '../../../test/schemas/sample-results.ts'
import type { FixResult, ReviewResult } from '../../types.ts'
import { noUsage } from '../cost/usage.ts'
import { type CycleState, nextStep } from './next-step.ts'

const blocked: ReviewResult = { ...fullResult, verdict: 'decline', gate: { result: 'blocked', reasons: ['1 blocks'] } }
const approved: ReviewResult = { ...fullResult, verdict: 'approve', gate: { result: 'pass', reasons: [] } }

const fix = (status: FixResult['status']): FixResult => ({
  status,
  addressed: [],
  unable: [],
  changedFiles: [],
  unnamedFiles: [],
  beyondFiles: [],
  restored: status !== 'fixed',
  problems: [],
  outcome: { name: 'fixer', agent: 'a', status: 'ok', reason: null, durationMs: 1, findings: 0, usage: noUsage },
})

const state = (values: Partial<CycleState>): CycleState => ({
  review: blocked,
  fixes: [],
  cycles: 2,
  isAnyoneFixing: true,
  isBudgetLeft: true,
  ...values,
})

it.each<[string, Partial<CycleState>]>([
  ['at the start', { review: null }],
  ['after the last fix', { review: null, fixes: [fix('fixed'), fix('fixed')] }],
  ['after a fix that could not be undone', { review: null, fixes: [fix('failed'), fix('failed')] }],
  ['without a budget', { review: null, isBudgetLeft: false }],
])('reviews what is not reviewed: %s', (_, values) => {
  expect(nextStep(state(values))).toEqual({ step: 'review' })
})

it.each<[string, Partial<CycleState>]>([
  ['at first', {}],
  ['after a fix that was not enough', { fixes: [fix('fixed')] }],
  ['after one that failed', { fixes: [fix('failed')] }],
  ['after failures with a success between', { cycles: 4, fixes: [fix('failed'), fix('fixed'), fix('failed')] }],
])('fixes what blocks: %s', (_, values) => {
  expect(nextStep(state(values))).toEqual({ step: 'fix' })
})

it.each<[string, Partial<CycleState>, RegExp]>([
  ['without cycles', { cycles: 0 }, /No fixes were asked for/],
  ['without a fixer', { isAnyoneFixing: false }, /no fixer/],
  ['without a budget', { isBudgetLeft: false }, /budget/],
  ['without a cycle left', { fixes: [fix('fixed'), fix('fixed')] }, /All 2 fix cycles/],
  ['without the only cycle', { cycles: 1, fixes: [fix('fixed')] }, /^The only fix cycle is used up\.$/],
  ['after two failures in a row', { cycles: 9, fixes: [fix('failed'), fix('failed')] }, /2 fixes in a row/],
  ['after a fixer that gave up', { fixes: [fix('unable')] }, /could not mend/],
  ['without a finding that blocks', { review: { ...blocked, findings: [] } }, /nothing to fix/],
])('ends blocked %s', (_, values, reason) => {
  expect(nextStep(state(values))).toEqual({ step: 'end', outcome: 'blocked', reason: expect.stringMatching(reason) })
})

it('ends when it is approved, however it came to that', () => {
  expect(nextStep(state({ review: approved, fixes: [fix('failed')] }))).toMatchObject({ outcome: 'approved' })
})

it.each<[string, ReviewResult]>([
  [
    'a review that is not complete',
    { ...blocked, verdict: 'inconclusive', gate: { result: 'inconclusive', reasons: [] } },
  ],
  ['a verdict that its gate does not bear out', { ...approved, gate: { result: 'blocked', reasons: [] } }],
  ['a gate without its verdict', { ...approved, verdict: 'inconclusive' }],
])('never takes %s for an approval', (_, review) => {
  expect(nextStep(state({ review }))).toMatchObject({ step: 'end', outcome: 'inconclusive' })
})
