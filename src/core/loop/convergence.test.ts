import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { committed, fixMade, reviewed, rolledBack, started, stateOf } from '../../../test/support/loop-journal.ts'
import type { Finding } from '../../types.ts'
import { findOscillation, isStuck, isWorse } from './convergence.ts'
import type { LoopState } from './state.ts'

const titles = ['Lost item', 'Open door', 'Wrong sign', 'Slow query', 'Stale cache', 'Broken link']
const problems = ['alpha beta', 'gamma delta', 'epsilon zeta', 'eta theta', 'iota kappa', 'lambda mu']

/** Grave, and not like any other; in the same file every hundred lines. */
function problem(index: number, values: Partial<Finding> = {}): Finding {
  const severity = 'P1'
  const texts = { title: titles[index]!, problem: problems[index]!, evidence: `code ${index}` }
  return finding({ id: `F-0000000${index}`, severity, blocking: true, line: 1 + index * 100, ...texts, ...values })
}

const some = (...indexes: readonly number[]) => indexes.map((index) => problem(index))

/** Reviews with a fix between any two; the files are other ones each time. */
function rounds(...found: readonly (readonly Finding[])[]): LoopState {
  const facts = found.flatMap((findings, index) => {
    const point = 'abcdef'[index]!
    const next = 'abcdef'[index + 1]!
    const review = reviewed(index + 1, point, findings)
    return index === found.length - 1 ? [review] : [review, fixMade(index + 1, next), committed(index + 1, next)]
  })
  return stateOf(started(), ...facts)
}

describe('being stuck', () => {
  it.each([
    ['one round without progress', [some(0, 1), some(0, 1)], false],
    ['two rounds without progress', [some(0, 1), some(0, 1), some(0, 1)], true],
    ['as many, though others', [some(0), some(1), some(2)], true],
    ['progress in the last round', [some(0, 1), some(0, 1), some(0)], false],
    ['progress in the round before', [some(0, 1), some(0), some(0)], false],
    ['progress long ago', [some(0, 1), some(0), some(0), some(0)], true],
  ] as const)('%s', (_, found, expected) => {
    expect(isStuck(rounds(...found))).toBe(expected)
  })
})

describe('a fix that makes it worse', () => {
  const near = (index: number) => problem(index, { line: 5 })

  it.each([
    ['closes one and brings two', [some(0), [near(1), near(2)]], true],
    ['closes one and brings one', [some(0), [near(1)]], false],
    ['closes none and brings one', [some(0), [problem(0), near(1)]], true],
    [
      'brings two that do not block',
      [some(0), [1, 2].map((index) => ({ ...near(index), blocking: false, severity: 'P3' as const }))],
      false,
    ],
    [
      'is followed by a review that sees more in other files',
      [some(0), [1, 2].map((index) => problem(index, { file: 'src/b.ts' }))],
      false,
    ],
    ['is followed by a review that sees more elsewhere in the file', [some(0), some(1, 2)], false],
  ] as const)('%s', (_, found, expected) => {
    const { rounds: records } = rounds(...found)
    expect(isWorse(records.at(-2)!, records.at(-1)!)).toBe(expected)
  })

  it('brings back what was closed before, wherever that is', () => {
    const far = [1, 2].map((index) => problem(index, { file: 'src/b.ts' }))
    const facts = [
      reviewed(1, 'a', [problem(0), ...far]),
      fixMade(1, 'b', { changedFiles: ['src/b.ts'] }),
      committed(1, 'b'),
      reviewed(2, 'b', [problem(0)]),
      fixMade(2, 'c'),
      committed(2, 'c'),
      reviewed(3, 'c', far),
    ]
    const { rounds: records } = stateOf(started(), ...facts)
    expect(isWorse(records[1]!, records[2]!)).toBe(true)
  })
})

describe('oscillation', () => {
  const there = problem(0, { evidence: 'limit = 1', suggestion: 'limit = 2' })
  const back = problem(1, { line: 1, evidence: 'limit  =  2', suggestion: 'limit = 1' })

  it('is a finding that asks for what an earlier fix removed', () => {
    expect(findOscillation(rounds([there], [back]))).toEqual([back.id])
  })

  it('is seen when both say it in the same words', () => {
    const sameWords = { ...back, title: there.title, problem: there.problem }
    expect(findOscillation(rounds([there], [sameWords]))).toEqual([there.id])
  })

  it.each([
    ['another file', { file: 'src/b.ts' }],
    ['other code', { suggestion: 'limit = 3' }],
    ['no suggestion', { suggestion: null }],
    ['not grave', { severity: 'P3' as const, blocking: false }],
  ])('is not: %s', (_, values) => {
    expect(findOscillation(rounds([there], [{ ...back, ...values }]))).toEqual([])
  })

  it('is not what the same review says of two places', () => {
    expect(findOscillation(rounds([there, { ...back, line: 300 }], [there, { ...back, line: 300 }]))).toEqual([])
  })

  it('is files that are again what an earlier round had', () => {
    const facts = [
      reviewed(1, 'a', some(0)),
      fixMade(1, 'b'),
      committed(1, 'b'),
      reviewed(2, 'b', some(1)),
      fixMade(2, 'a'),
      committed(2, 'a'),
      reviewed(3, 'a', some(2)),
    ]
    expect(findOscillation(stateOf(started(), ...facts))).toEqual(['F-00000002'])
  })

  it('is not a roll-back', () => {
    const facts = [
      reviewed(1, 'a', some(0)),
      fixMade(1, 'b'),
      committed(1, 'b'),
      reviewed(2, 'b', [problem(0), problem(1, { line: 2 })]),
      rolledBack(2, 'a', 'revert'),
    ]
    expect(findOscillation(stateOf(started(), ...facts))).toEqual([])
  })
})
