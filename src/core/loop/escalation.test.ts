import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import type { Severity } from '../../types.ts'
import { type EscalationInput, parseAnswer, questionText } from './escalation.ts'
import type { LedgerEntry, LedgerStatus, LoopAnswer, LoopReason } from './types.ts'

function entry(id: string, severity: Severity, statuses: readonly LedgerStatus[], blocking = true): LedgerEntry {
  return {
    id,
    finding: finding({ id, severity, title: `Title\nof ${id}` }),
    severity,
    blocking,
    status: statuses.at(-1) ?? 'open',
    firstRound: 1,
    history: statuses.map((status, index) => ({ round: index + 1, status, by: 'a review', why: '', commit: null })),
    followUp: null,
  }
}

function input(values: Partial<EscalationInput> = {}): EscalationInput {
  return {
    title: 'Story 1.2',
    round: 3,
    hardCap: 5,
    reason: 'limit',
    detail: null,
    ledger: [
      entry('F-1', 'P0', ['open', 'persisting', 'persisting']),
      entry('F-2', 'P1', ['open', 'fixed', 'regressed']),
      entry('F-3', 'P2', ['open', 'open', 'open'], true),
      entry('F-4', 'P2', ['deferred'], false),
      entry('F-5', 'P1', ['open', 'fixed']),
      entry('F-6', 'P0', ['accepted']),
    ],
    document: '.review-loop/findings/story-1-2-review-findings-round-3.md',
    allowed: ['a', 'b', 'c'],
    ...values,
  }
}

describe('questionText', () => {
  it('counts nothing where nothing was reviewed', () => {
    const text = questionText(input({ round: 0, ledger: [], document: null, reason: 'user_changed' }))
    expect(text.split('\n\n')[1]).toBe('Nothing was reviewed yet.')
  })

  it('says what is left, why, since when, and what may be answered', () => {
    expect(questionText(input())).toBe(`⚠️ Story 1.2: Review Blocked

After 3 review rounds, findings remain:
- Critical: 1
- Important: 2
- Minor: 1

Why: The limit is 3 reviews.
- Critical F-1 src/a.ts:1 Title of F-1 (rounds 1, 2 and 3)
- Important F-2 src/a.ts:1 Title of F-2 (rounds 1 and 3), back after it was fixed
- Important F-3 src/a.ts:1 Title of F-3 (rounds 1, 2 and 3)

Findings document: .review-loop/findings/story-1-2-review-findings-round-3.md

Options:
a) Fix by hand: the loop stops here, and --resume reviews again afterwards
b) Accept what is left and end (not recommended; it stays on record as accepted)
c) Go on for one more round: number 4, and 5 is the last`)
  })

  it('does not offer another round at the cap', () => {
    const text = questionText(input({ round: 5, allowed: ['a', 'b'] }))
    expect(text).toContain('never more than 5 reviews')
    expect(text).not.toMatch(/^c\)|--resume/m)
  })

  const reasons: readonly LoopReason[] = [
    'limit',
    'stuck',
    'oscillation',
    'fix_failed',
    'unable',
    'validation',
    'budget',
    'user_changed',
  ]

  it('has another sentence for each reason, with the evidence below', () => {
    const whys = reasons.map(
      (reason) =>
        /^Why: .*\n- npm test fails$/m.exec(questionText(input({ reason, detail: 'npm test\tfails\n' })))?.[0],
    )
    expect(new Set(whys).size).toBe(reasons.length)
    expect(whys).not.toContain(undefined)
  })

  it('is complete when no finding is left and there is no document', () => {
    const text = questionText(input({ reason: 'validation', ledger: [], document: null }))
    expect(text).toContain('nothing remains:\n- Critical: 0\n- Important: 0\n- Minor: 0\n\nWhy: ')
    expect(text).not.toContain('document')
  })
})

describe('parseAnswer', () => {
  const all: readonly LoopAnswer[] = ['a', 'b', 'c']

  it.each([
    ['a', 'a', ''],
    [' C \n', 'c', ''],
    ['(b)', 'b', ''],
    ['b)', 'b', ''],
    ['b: known, ticket 12', 'b', 'known, ticket 12'],
    ['b) it is\n fine', 'b', 'it is fine'],
    ['B - shipped behind a flag', 'b', 'shipped behind a flag'],
    ['b shipped behind a flag', 'b', 'shipped behind a flag'],
  ])('reads %j', (text, answer, why) => {
    expect(parseAnswer(text, all)).toEqual({ value: { answer, why } })
  })

  it.each(['', 'd', 'abort', 'a lot is wrong', 'yes', 'ab', 'b.c', 'a b', 'c++', 'accept'])('refuses %j', (text) => {
    expect(parseAnswer(text, all)).toEqual({ problems: [expect.stringContaining('a, b or c')] })
  })

  it('refuses what is not offered', () => {
    expect(parseAnswer('c', ['a', 'b'])).toEqual({ problems: ['c is not offered here; answer with a or b.'] })
  })
})
