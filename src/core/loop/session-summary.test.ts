import { describe, expect, it } from 'vitest'
import { committed, fixMade, pointOf, reviewed, started, startedByMail } from '../../../test/support/loop-journal.ts'
import { workedTime } from './session-summary.ts'
import type { SessionFact } from './types.ts'

const resumed: SessionFact = { type: 'resumed', point: pointOf('b') }
const asked: SessionFact = {
  type: 'asked',
  question: { round: 1, reason: 'limit', text: '', remaining: [], allowed: ['a', 'b'] },
}
const answered: SessionFact = { type: 'answered', answer: 'a', by: 'Ada', why: '' }
const work = [started(), reviewed(1, 'a', []), fixMade(1, 'b')]

/** One minute from event to event. */
const minutes = (...facts: readonly SessionFact[]) =>
  workedTime(facts.map((fact, index) => ({ at: new Date(index * 60_000).toISOString(), ...fact }))) / 60_000

describe('the time that a session was worked on', () => {
  it.each<[string, number, readonly SessionFact[]]>([
    ['from event to event', 2, work],
    ['without the time until an answer came by mail', 1, [startedByMail(), ...work.slice(1)]],
    ['without the time until it was resumed', 3, [...work, resumed, committed(1, 'b')]],
    ['without the time until a person answered', 3, [...work, asked, answered, resumed]],
    ['without the time until a commit was found that a crash had hidden', 2, [...work, committed(1, 'b'), resumed]],
  ])('counts %s', (_, expected, facts) => {
    expect(minutes(...facts)).toBe(expected)
  })
})
