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
import { blockingValidations, latestValidations, loopGate } from './loop-gate.ts'
import type { SessionFact, ValidationResult } from './types.ts'

const lock = finding({ severity: 'P1', blocking: true })
const nit = finding({ severity: 'P3' })
const inconclusive = { gate: { result: 'inconclusive', reasons: ['a reviewer did not answer'] } } as const
const baseline = (...validations: readonly ValidationResult[]): SessionFact => ({
  type: 'baseline-validated',
  validations,
})
const validated = (...validations: readonly ValidationResult[]): SessionFact => ({
  type: 'fix-validated',
  round: 1,
  attempt: 1,
  validations,
})

describe('the gate of the loop', () => {
  const edited: SessionFact = { type: 'user-changed', round: 1, found: pointOf('x'), why: 'edited' }
  const fix = [reviewed(1, 'a', [lock]), fixMade(1, 'b'), committed(1, 'b')]

  it.each([
    ['nothing was reviewed', [], 'inconclusive'],
    ['nothing was found', [reviewed(1, 'a', [])], 'pass'],
    ['only a nit is left', [reviewed(1, 'a', [nit])], 'pass'],
    ['a blocking finding is left', [reviewed(1, 'a', [lock])], 'blocked'],
    ['a fix was not reviewed', fix, 'inconclusive'],
    ['a fix was reviewed', [...fix, reviewed(2, 'b', [])], 'pass'],
    ['the last review came to no verdict', [...fix, reviewed(2, 'b', [], inconclusive)], 'inconclusive'],
    ['files were edited after the review', [reviewed(1, 'a', []), edited], 'inconclusive'],
    ['a command fails', [baseline(validation('failed')), reviewed(1, 'a', [])], 'blocked'],
    ['a command ran out of time', [baseline(validation('timed_out')), reviewed(1, 'a', [])], 'blocked'],
  ] as const)('%s', (_, facts, result) => {
    expect(loopGate(stateOf(started(), ...facts)).result).toBe(result)
  })

  it('says everything that blocks', () => {
    const facts = [baseline(validation('failed'), validation('timed_out', 'npm run lint')), reviewed(1, 'a', [lock])]
    expect(loopGate(stateOf(started(), ...facts)).reasons).toEqual([
      '1 blocking finding is left.',
      '`npm test` fails.',
      '`npm run lint` ran out of time.',
    ])
  })
})

describe('validations that block', () => {
  const failed = validation('failed')

  it.each([
    ['block', 1],
    ['allow', 0],
  ] as const)('failing before the first fix, baseline %s', (policy, count) => {
    const state = stateOf(started({ baseline: policy }), baseline(failed), reviewed(1, 'a', []))
    expect(blockingValidations(state)).toHaveLength(count)
  })

  it('count when they fail since a fix, whatever is allowed', () => {
    const facts = [baseline(validation('passed')), reviewed(1, 'a', [lock]), fixMade(1, 'b'), validated(failed)]
    expect(blockingValidations(stateOf(started({ baseline: 'allow' }), ...facts))).toEqual([failed])
  })

  it('are those of the files as somebody else left them, from then on', () => {
    const edited: SessionFact = { type: 'user-changed', round: 1, found: pointOf('x'), why: 'edited' }
    const first = [baseline(validation('passed')), reviewed(1, 'a', [lock]), fixMade(1, 'b'), committed(1, 'b')]
    const facts = [started(), ...first, edited, baseline(failed)]
    expect(latestValidations(stateOf(...facts))).toEqual([failed])
    expect(latestValidations(stateOf(...facts, reviewed(2, 'x', [lock]), fixMade(2, 'c')))).toEqual([failed])
    // What a round began with does not change afterwards.
    expect(latestValidations({ ...stateOf(...facts), rounds: [] })).toEqual([validation('passed')])
  })

  it('are those from before a fix that was rolled back', () => {
    const facts = [baseline(validation('passed')), reviewed(1, 'a', [lock]), fixMade(1, 'b'), validated(failed)]
    expect(latestValidations(stateOf(started(), ...facts, rolledBack(1, 'a', null)))).toEqual([validation('passed')])
  })
})
