import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { fixMade, pointOf, reviewed, rolledBack, started, stateOf } from '../../../test/support/loop-journal.ts'
import type { Finding } from '../../types.ts'
import type { UncountedFinding } from './claims.ts'
import { loopGate } from './loop-gate.ts'
import type { SessionFact } from './types.ts'

const other = finding({
  id: 'F-00000002',
  severity: 'P1',
  blocking: true,
  title: 'Open door',
  problem: 'Anybody may enter the house at night.',
  file: 'src/b.ts',
  evidence: 'openDoor(house)',
})
const slow = finding({
  id: 'F-00000003',
  severity: 'P2',
  blocking: true,
  title: 'Slow query',
  problem: 'Each page reads all rows of the table.',
  line: 3,
  evidence: 'rows.readAll(table)',
})

/** Beside a finding that the fix is for. */
function claimed(claim: Finding): SessionFact {
  const unverified = [{ ...claim, evidence: null, reason: 'It quotes no code.' }]
  const gate = { result: 'blocked', reasons: [], unverified: [claim.id] } as const
  return reviewed(1, 'a', [other], { unverified, gate })
}

const fixed = fixMade(1, 'b', { addressed: [{ id: other.id, how: 'so' }], changedFiles: ['src/a.ts', 'src/b.ts'] })
const next = (findings: readonly Finding[], uncounted: readonly UncountedFinding[] = []) =>
  reviewed(2, 'b', findings, { changed: ['src/a.ts', 'src/b.ts'], uncounted })

describe('a blocking claim that could not be checked', () => {
  it.each([
    ['found by the next review blocks like in the first round', [slow], [], 'blocked'],
    ['said again so that it does not count stays open', [], [{ ...slow, reason: 'Too unsure.' }], 'inconclusive'],
    ['not said again after its file changed is gone', [], [], 'pass'],
  ])('%s', (_, findings, uncounted, gate) => {
    const state = stateOf(started(), claimed(slow), fixed, next(findings, uncounted))
    expect(loopGate(state).result).toBe(gate)
  })

  it.each([
    ['found meanwhile', [slow, other], 'blocked'],
    ['not said again meanwhile', [other], 'inconclusive'],
  ])('is there again when a fix is taken back, also one that was %s', (_, findings, gate) => {
    const facts = [claimed(slow), fixed, next(findings), rolledBack(2, 'a', null)]
    const state = stateOf(started(), ...facts, reviewed(3, 'a', [], { refuted: [other], changed: [] }))
    expect(loopGate(state).result).toBe(gate)
  })

  it('blocks when a person accepts it, also where nobody could read its severity', () => {
    const unread = finding({ id: 'F-00000004', severity: 'P3', blocking: false, title: 'Lost item' })
    const unverified = [{ ...unread, reason: 'urgent is not a severity.' }]
    const gate = { result: 'inconclusive', reasons: [], unverified: [unread.id] } as const
    const decision = { id: unread.id, decision: 'accept', by: 'Anna', why: '', at: '2026-01-01' } as const
    const state = stateOf(started(), reviewed(1, 'a', [], { unverified, gate }), {
      type: 'resumed',
      point: pointOf('a'),
      decisions: [decision],
    })
    expect(loopGate(state).result).toBe('blocked')
  })
})
