import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import type { Finding, ReviewerOutcome, ReviewerStatus, Severity } from '../../types.ts'
import { decideGate, decideVerdict, exitCodeFor } from './gate.ts'

const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: null }

function reviewer(status: ReviewerStatus, reason: string | null = null): ReviewerOutcome {
  return { name: `a reviewer (${status})`, agent: 'builtin', status, reason, durationMs: 1, findings: 0, usage }
}

function of(severity: Severity, blocking = severity < 'P2'): Finding {
  return finding({ severity, blocking })
}

describe('with a reviewer that has spoken', () => {
  const rows: [string, readonly Finding[], string, string, string, number][] = [
    ['nothing', [], 'pass', 'approve', 'Approved', 0],
    ['a P3', [of('P3')], 'pass', 'approve', 'Approved', 0],
    ['a P2', [of('P2')], 'pass', 'approve', 'Approved', 0],
    ['a blocking P2', [of('P2', true)], 'blocked', 'needs_attention', 'Needs Attention', 1],
    ['a P1', [of('P1'), of('P3')], 'blocked', 'needs_attention', 'Needs Attention', 1],
    ['a P0', [of('P3'), of('P0')], 'blocked', 'decline', 'Changes Requested', 1],
  ]
  it.each(rows)('%s is %j: gate %s, verdict %s', (_, findings, result, verdict, label, code) => {
    const gate = decideGate({ findings, reviewers: [reviewer('ok')], emptyChange: false })
    expect(gate.result).toBe(result)
    expect(gate.reasons.length === 0).toBe(result === 'pass')
    expect(decideVerdict(gate, findings)).toEqual({ verdict, label })
    expect(exitCodeFor(gate, findings)).toBe(code)
  })
})

it.each<[ReviewerStatus, boolean]>([
  ['ok', true],
  ['cached', true],
  ['skipped', true],
  ['failed', false],
  ['timed_out', false],
  ['budget_exceeded', false],
  ['rejected', false],
])('a reviewer that ended as %s counts as spoken: %s', (status, spoken) => {
  const gate = decideGate({
    findings: [],
    reviewers: [reviewer('ok'), reviewer(status, 'because')],
    emptyChange: false,
  })
  expect(gate.result).toBe(spoken ? 'pass' : 'inconclusive')
  if (!spoken) expect(gate.reasons).toEqual([expect.stringMatching(new RegExp(`\\(${status}\\).*because`))])
})

it('is inconclusive for an empty change, without reviewers, and with any other silence, each with its reason', () => {
  const gate = decideGate({ findings: [], reviewers: [], emptyChange: true, problems: ['The diff was cut short.'] })
  expect(gate).toEqual({
    result: 'inconclusive',
    reasons: [expect.stringContaining('empty'), expect.stringContaining('No reviewer'), 'The diff was cut short.'],
  })
  expect(decideVerdict(gate, [])).toEqual({ verdict: 'inconclusive', label: 'Review Incomplete' })
})

it('stays inconclusive beside blocking findings and keeps both reasons', () => {
  const findings = [of('P0'), of('P1'), of('P1')]
  const gate = decideGate({ findings, reviewers: [reviewer('failed', 'exit code 1')], emptyChange: false })
  expect(gate.result).toBe('inconclusive')
  expect(gate.reasons).toEqual([expect.stringContaining('exit code 1'), '3 blocking findings: 1 P0, 2 P1.'])
  expect(decideVerdict(gate, findings).verdict).toBe('inconclusive')
  expect(exitCodeFor(gate, findings, 'P3')).toBe(3)
})

it.each<[readonly Finding[], Severity | undefined, number]>([
  [[of('P3')], 'P3', 1],
  [[of('P3')], 'P2', 0],
  [[of('P2')], 'P2', 1],
  [[of('P1')], 'P0', 0],
  [[of('P0')], 'P0', 1],
  [[of('P2', true)], 'P1', 0],
  [[of('P2', true)], undefined, 1],
  [[], 'P3', 0],
])('exits for %j with --fail-on %s with %d, and the gate does not move', (findings, failOn, code) => {
  const gate = decideGate({ findings, reviewers: [reviewer('ok')], emptyChange: false })
  expect(exitCodeFor(gate, findings, failOn)).toBe(code)
})

it('is still blocked with --fail-on when something other than a finding blocks', () => {
  expect(exitCodeFor({ result: 'blocked', reasons: ['The tests fail.'] }, [], 'P0')).toBe(1)
})

it('never passes while a reviewer has not spoken, whatever else is true', () => {
  const status = fc.constantFrom<ReviewerStatus>('failed', 'timed_out', 'budget_exceeded', 'rejected')
  const any = fc.constantFrom<ReviewerStatus>('ok', 'cached', 'skipped', 'failed')
  const severity = fc.constantFrom<Severity>('P0', 'P1', 'P2', 'P3')
  fc.assert(
    fc.property(
      status,
      fc.array(any),
      fc.array(severity),
      fc.option(severity, { nil: undefined }),
      (bad, rest, found, failOn) => {
        const findings = found.map((each) => of(each))
        const gate = decideGate({
          findings,
          reviewers: [...rest, bad].map((each) => reviewer(each)),
          emptyChange: false,
        })
        expect(gate.result).toBe('inconclusive')
        expect(exitCodeFor(gate, findings, failOn)).toBe(3)
      },
    ),
  )
})
