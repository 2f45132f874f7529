import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import {
  committed,
  fixMade,
  pointOf,
  reviewed,
  rolledBack,
  started,
  stateOf,
  validation,
} from '../../../test/support/loop-journal.ts'
import { noUsage } from '../cost/usage.ts'
import { decide } from './decide.ts'
import { fold } from './fold.ts'
import type { SessionFact } from './types.ts'

const lock = finding({ id: 'F-00000001', severity: 'P1', blocking: true, title: 'Lost lock', problem: 'alpha beta' })
const bred = finding({
  id: 'F-00000002',
  severity: 'P0',
  blocking: true,
  title: 'Open door',
  problem: 'gamma delta',
  line: 3,
  evidence: 'open()',
})
const outcome = {
  name: 'f',
  agent: 'x',
  status: 'ok',
  reason: null,
  durationMs: 1,
  findings: 0,
  usage: noUsage,
} as const
const silence = { gate: { result: 'inconclusive', reasons: ['a reviewer did not answer'] } } as const
const answered = (answer: 'a' | 'b' | 'c'): SessionFact => ({ type: 'answered', answer, by: 'Anna', why: 'because' })
const asked: SessionFact = {
  type: 'asked',
  question: { round: 1, reason: 'limit', text: '', remaining: [lock.id], allowed: ['a', 'b', 'c'] },
}

describe('the state from the journal', () => {
  it('is the same from all events at once as from one after the other', () => {
    const facts = [started(), reviewed(1, 'a', [lock]), fixMade(1, 'b'), committed(1, 'b'), reviewed(2, 'b', [])]
    const { started: _, ...state } = stateOf(...facts)
    expect(fold(facts.map((fact) => ({ at: '2026-01-01T00:00:00Z', ...fact })))).toMatchObject(state)
  })

  it('holds an effect that was begun until something follows it', () => {
    const intended: SessionFact = { type: 'intended', step: 'fix', point: pointOf('a') }
    const begun = [started(), reviewed(1, 'a', [lock]), intended]
    expect(stateOf(...begun).intended).toEqual({ step: 'fix', point: pointOf('a') })
    expect(stateOf(...begun, fixMade(1, 'b')).intended).toBeNull()
  })

  it('counts no round for a review without a verdict, and forgets the silence after the next one', () => {
    const silent = [started(), reviewed(1, 'a', [], silence)]
    expect(stateOf(...silent)).toMatchObject({ rounds: [], ledger: [], silentReviews: [silence.gate] })
    expect(stateOf(...silent, reviewed(1, 'a', [lock]))).toMatchObject({ silentReviews: [], rounds: [{ round: 1 }] })
  })

  it('does not take silence about untouched files for a fix', () => {
    const fixed = fixMade(1, 'b', { changedFiles: ['src/b.ts'] })
    const state = stateOf(started(), reviewed(1, 'a', [lock]), fixed, committed(1, 'b'), reviewed(2, 'b', []))
    expect(state.rounds.at(-1)!.blocking).toEqual([lock.id])
    expect(decide(state).step).toBe('fix')
  })

  it.each([
    ['its file', ['src/a.ts'], {}, 'fixed'],
    ['its file, which the fixer could not mend', ['src/a.ts'], { unable: [{ id: lock.id, reason: 'no' }] }, 'fixed'],
    ['another file', ['README.md'], {}, 'open'],
    [
      'another file, beside the fix of it',
      ['README.md', 'src/b.ts'],
      { addressed: [{ id: lock.id, how: 'so' }] },
      'fixed',
    ],
    ['another file, and took the fix of it back', ['README.md'], { addressed: [{ id: lock.id, how: 'so' }] }, 'open'],
    ['something, in a journal that does not say what', undefined, {}, 'fixed'],
  ] as const)(
    'closes by silence what somebody else had in hand, and nothing else: %s',
    (_, changed, values, status) => {
      const fixed = fixMade(1, 'b', { changedFiles: ['src/b.ts'], ...values })
      const second = reviewed(2, 'edited', [], changed === undefined ? {} : { changed })
      const state = stateOf(started(), reviewed(1, 'a', [lock]), fixed, committed(1, 'b'), second)
      expect(state.ledger).toMatchObject([{ status }])
    },
  )

  it('adds what a fix cost to its round and to the whole', () => {
    const usage = { ...noUsage, costUsd: 2 }
    const fixed = fixMade(1, 'b', { outcome: { ...outcome, usage } })
    const state = stateOf(started(), reviewed(1, 'a', [lock], { usage }), fixed)
    expect([state.usage.costUsd, state.rounds[0]!.usage.costUsd]).toEqual([4, 4])
  })

  it('replaces the validations of a try that a commit hook refused afterwards', () => {
    const validated = (status: 'passed' | 'failed'): SessionFact => ({
      type: 'fix-validated',
      round: 1,
      attempt: 1,
      validations: [validation(status)],
    })
    const state = stateOf(
      started(),
      reviewed(1, 'a', [lock]),
      fixMade(1, 'b'),
      validated('passed'),
      validated('failed'),
    )
    expect(state.rounds[0]!.fix!.validations).toEqual([[validation('failed')]])
  })
})

describe('a roll-back', () => {
  const worse = [
    started(),
    reviewed(1, 'a', [lock]),
    fixMade(1, 'b'),
    committed(1, 'b'),
    reviewed(2, 'b', [lock, bred]),
  ]

  it('of a commit brings back the ledger before it, and what to do is known without another review', () => {
    expect(decide(stateOf(...worse)).step).toBe('revert')
    const state = stateOf(...worse, rolledBack(2, 'a', 'revert'))
    expect(state.ledger.map(({ id, status }) => [id, status])).toEqual([
      [lock.id, 'open'],
      [bred.id, 'discarded'],
    ])
    expect(state.rounds.map(({ blocking, point }) => [blocking, point.tree])).toEqual([
      [[lock.id], 'tree a'],
      [[lock.id], 'tree a'],
    ])
    expect(decide(state)).toMatchObject({ step: 'fix', round: 2 })
  })

  it('of files that were left uncommitted does the same', () => {
    const uncommitted = [
      started({ commit: false }),
      reviewed(1, 'a', [lock]),
      fixMade(1, 'b'),
      reviewed(2, 'b', [lock, bred]),
    ]
    expect(decide(stateOf(...uncommitted))).toMatchObject({ step: 'restore', round: 2 })
    const state = stateOf(...uncommitted, rolledBack(2, 'a', null))
    expect(state.rounds[0]).toMatchObject({ fix: { rolledBack: { commit: null } } })
    expect(state.rounds.map(({ point }) => point.tree)).toEqual(['tree a', 'tree a'])
    expect(decide(state)).toMatchObject({ step: 'fix', round: 2 })
  })

  it('is not made where somebody else worked on the uncommitted files, too', () => {
    const mixed = [
      started({ commit: false }),
      reviewed(1, 'a', [lock]),
      fixMade(1, 'b'),
      reviewed(2, 'c', [lock, bred]),
    ]
    expect(decide(stateOf(...mixed)).step).toBe('fix')
  })

  it('of a commit that nobody reviewed leaves the last review as it is', () => {
    const facts = [
      started({ onLimit: 'block', maxDollars: 1 }),
      reviewed(1, 'a', [lock], { usage: { ...noUsage, costUsd: 0.5 } }),
      fixMade(1, 'b', { outcome: { ...outcome, usage: { ...noUsage, costUsd: 2 } } }),
      committed(1, 'b'),
    ]
    // The budget is used up, and nobody is asked.
    expect(decide(stateOf(...facts))).toMatchObject({ step: 'revert', round: 1, why: 'there was no review of it' })
    const state = stateOf(...facts, rolledBack(1, 'a', 'revert'))
    expect(state.rounds).toMatchObject([{ blocking: [lock.id], fix: { rolledBack: { commit: 'revert' } } }])
    expect(decide(state)).toMatchObject({ step: 'end', outcome: 'blocked', reason: 'The budget is used up.' })
  })

  it('before a commit leaves the last review as it is', () => {
    const facts = [started(), reviewed(1, 'a', [lock]), fixMade(1, 'b'), rolledBack(1, 'a', null)]
    const state = stateOf(...facts)
    expect(state.rounds[0]).toMatchObject({ blocking: [lock.id], fix: { rolledBack: { commit: null } } })
    expect(state.point).toEqual(pointOf('a'))
    // The files are as they were: a review that says nothing of it closes nothing.
    expect(stateOf(...facts, reviewed(2, 'a', [])).rounds.at(-1)!.blocking).toEqual([lock.id])
  })
})

describe('a limit', () => {
  const spent = [
    started({ maxDollars: 1 }),
    reviewed(1, 'a', [lock], { usage: { ...noUsage, costUsd: 2 } }),
    { type: 'asked', question: { round: 1, reason: 'budget', text: '', remaining: [lock.id], allowed: ['a', 'b'] } },
  ] as const

  it.each([
    [{ maxDollars: 5, maxTimeMs: null }, 'fix'],
    [{ maxDollars: 1.5, maxTimeMs: null }, 'ask'],
    [undefined, 'wait'],
  ])('of %j, said when it goes on, leads to: %s', (limits, step) => {
    const resumed = { type: 'resumed', point: pointOf('a'), ...(limits === undefined ? {} : { limits }) } as const
    expect(decide(stateOf(...spent, resumed)).step).toBe(step)
  })
})

describe('an answer', () => {
  const open = [started({ maxRounds: 1 }), reviewed(1, 'a', [lock]), asked]

  it('(a) leaves it to a person, whose work is reviewed as the next round', () => {
    const left = stateOf(...open, answered('a'))
    expect(decide(left)).toMatchObject({ step: 'end', outcome: 'blocked' })
    const resumed = stateOf(...open, answered('a'), { type: 'resumed', point: pointOf('b') })
    expect(decide(resumed)).toEqual({ step: 'review', round: 2 })
    expect(
      stateOf(...open, answered('a'), { type: 'resumed', point: pointOf('b') }, reviewed(2, 'b', [])),
    ).toMatchObject({
      ledger: [{ status: 'fixed' }],
    })
  })

  it('(a) at the cap is the end', () => {
    const rounds = [1, 2, 3, 4, 5].map((round) => reviewed(round, 'a', [lock]))
    const ended = stateOf(started({ maxRounds: 5 }), ...rounds, asked, answered('a'), {
      type: 'resumed',
      point: pointOf('b'),
    })
    expect(decide(ended)).toMatchObject({ step: 'end', outcome: 'blocked' })
  })

  it('(c) never takes rounds away', () => {
    const moved = { type: 'user-changed', round: 0, found: pointOf('b'), why: 'files were edited' } as const
    expect(stateOf(started({ maxRounds: 3 }), moved, asked, answered('c')).allowedRounds).toBe(3)
  })

  it('(b) accepts what is left', () => {
    const state = stateOf(...open, answered('b'))
    expect(state.ledger).toMatchObject([{ status: 'accepted', history: [{}, { by: 'Anna', why: 'because' }] }])
    expect(decide(state)).toMatchObject({ step: 'end', outcome: 'accepted' })
  })

  it('(c) allows one more round, never more than the cap', () => {
    expect(stateOf(...open, answered('c')).allowedRounds).toBe(2)
    const capped = [started({ maxRounds: 1, hardCap: 1 }), reviewed(1, 'a', [lock]), asked, answered('c')]
    expect(stateOf(...capped).allowedRounds).toBe(1)
  })
})

describe('a broken journal', () => {
  it.each([
    ['a commit without a fix', [started(), reviewed(1, 'a', [lock]), committed(1, 'b')]],
    ['a revert without a review of the fix', [started(), reviewed(1, 'a', [lock]), rolledBack(1, 'a', 'revert')]],
  ])('is not guessed at: %s', (_, facts) => {
    expect(() => stateOf(...facts)).toThrow('the journal')
  })
})
