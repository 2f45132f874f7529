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
} from '../../../test/support/loop-journal.ts'
import { parseFilePatch } from '../panel/patch.ts'
import { decide } from './decide.ts'
import { takesBack } from './taken-back.ts'
import type { LoopReason, SessionFact } from './types.ts'

/** Each hunk: the line it is at, and its lines. */
const patch = (...hunks: readonly (readonly [number, ...string[]])[]) =>
  parseFilePatch(
    hunks
      .map(([line, ...lines]) => {
        const count = (mark: string) => lines.filter((each) => each.startsWith(mark)).length
        return [`@@ -${line},${count('-')} +${line},${count('+')} @@`, ...lines].join('\n')
      })
      .join('\n'),
  )

const there = patch([3, '-if (a <= b) {', '+if (a < b) {'])

it.each([
  ['the same lines back', there, patch([3, '-if (a < b) {', '+if (a <= b) {']), true],
  ['in another depth', there, patch([3, '-  if (a < b) {', '+  if (a <= b) {']), true],
  ['a few lines further down', there, patch([20, '-if (a < b) {', '+if (a <= b) {']), true],
  ['beside other changes', there, patch([1, '+// Why'], [4, '-if (a < b) {', '+if (a <= b) {']), true],
  ['with more than that', there, patch([3, '-if (a < b) {', '-  go()', '+if (a <= b) {', '+  run()']), true],
  ['a part of it', patch([3, '-a = 1', '-b = 1', '+a = 2', '+b = 2']), patch([4, '-b = 2', '+b = 1']), true],
  ['something third', there, patch([3, '-if (a < b) {', '+if (a < b + 1) {']), false],
  ['the like far away', there, patch([90, '-if (a < b) {', '+if (a <= b) {']), false],
  ['the same again', there, there, false],
  ['what was added, removed', patch([3, '+lock()']), patch([3, '-lock()']), true],
  ['what was removed, added', patch([3, '-lock()']), patch([3, '+lock()']), true],
  ['what was added, moved', patch([3, '+lock()']), patch([3, '-lock()'], [9, '+lock()']), false],
  ['what was added, with all around it', patch([3, '+lock()']), patch([2, '-run() {', '-lock()', '-done()']), false],
  ['a bracket', patch([3, '+}']), patch([3, '-}']), false],
  ['nothing that can be read', parseFilePatch('Binary files differ'), parseFilePatch('Binary files differ'), false],
])('%s', (_, earlier, later, expected) => {
  expect(takesBack(earlier, later)).toBe(expected)
})

describe('a fix that takes an earlier one back', () => {
  const grave = finding({ id: 'F-00000001', severity: 'P1', blocking: true })
  const undoes = { round: 1, files: ['src/a.ts'] }
  const back = (round: number, point: string) => ({ ...fixMade(round, point), undoes }) as SessionFact
  const facts = [
    started(),
    reviewed(1, 'a', [grave]),
    fixMade(1, 'b'),
    committed(1, 'b'),
    reviewed(2, 'b', [grave]),
    back(2, 'a'),
  ]
  const insist = (reason: LoopReason): readonly SessionFact[] => [
    { type: 'asked', question: { round: 2, reason, text: '', remaining: [], allowed: ['c'] } },
    { type: 'answered', answer: 'c', by: 'Anna', why: '' },
  ]

  it('is undone before it becomes a commit, and a person is asked', () => {
    expect(decide(stateOf(...facts))).toEqual({
      step: 'restore',
      round: 2,
      why: 'it brings back what the fix of round 1 replaced in src/a.ts',
    })
    expect(decide(stateOf(...facts, rolledBack(2, 'b', null)))).toMatchObject({
      step: 'ask',
      question: { reason: 'oscillation', remaining: [grave.id] },
    })
  })

  it('stays where somebody else worked on it, and a person is asked', () => {
    const edited = { type: 'user-changed', round: 2, found: { head: 'head b', tree: 'tree x' }, why: 'edited' } as const
    expect(decide(stateOf(...facts, edited, ...insist('user_changed')))).toMatchObject({
      step: 'ask',
      question: { reason: 'oscillation' },
    })
  })

  it.each([
    ['oscillation', 'commit'],
    ['limit', 'restore'],
  ] as const)('counts after answer (c) about the %s: %s', (reason, step) => {
    const again = [rolledBack(2, 'b', null), ...insist(reason), reviewed(3, 'b', [grave]), back(3, 'a')]
    expect(decide(stateOf(...facts, ...again))).toMatchObject({ step, round: 3 })
  })
})

describe('a fix that somebody decides against while it is made', () => {
  const grave = finding({ id: 'F-00000001', severity: 'P1', blocking: true })
  const begun = [started(), reviewed(1, 'a', [grave]), fixMade(1, 'b')]
  const against: SessionFact = { type: 'fix-unwanted', round: 1, why: 'maria wants it left' }
  const edited: SessionFact = { type: 'user-changed', round: 1, found: pointOf('c'), why: 'edited' }
  const goOn: readonly SessionFact[] = [
    { type: 'asked', question: { round: 1, reason: 'user_changed', text: '', remaining: [], allowed: ['c'] } },
    { type: 'answered', answer: 'c', by: 'Anna', why: '' },
  ]

  it.each<[string, readonly SessionFact[], ReturnType<typeof decide>]>([
    ['is undone', [against], { step: 'restore', round: 1, why: against.why }],
    ['is reverted after its commit', [committed(1, 'b'), against], { step: 'revert', round: 1, why: against.why }],
    ['counts as a round', [against, rolledBack(1, 'a', null)], { step: 'review', round: 2 }],
    ['stays with the work of somebody else in it', [against, edited, ...goOn], { step: 'commit', round: 1 }],
  ])('%s', (_, facts, expected) => {
    expect(decide(stateOf(...begun, ...facts))).toEqual(expected)
  })
})
