import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { fixMade, reviewed, rolledBack, started, stateOf } from '../../../test/support/loop-journal.ts'
import { wantsLeft } from './state.ts'
import type { LoopReason, SessionFact } from './types.ts'

const made = fixMade(1, 'b')
const takenBack = [made, rolledBack(1, 'a', null)]

it.each<[string, readonly SessionFact[], LoopReason, readonly SessionFact[], boolean]>([
  ['what the fixer left', [made], 'unable', [], true],
  ['a fix that was taken back', takenBack, 'oscillation', [], true],
  ['a demand that goes in circles, and the fix is made since', [], 'oscillation', [made], false],
  ['the limit, and the fix is made since', [], 'limit', [made], false],
  ['what the fixer left, and it was reviewed since', [made], 'unable', [reviewed(2, 'b', [])], false],
])('a person who says to go on, asked about %s', (_, before, reason, since, wanted) => {
  const question = { round: 1, reason, text: '', remaining: [], allowed: ['c'] } as const
  const answered = { type: 'answered', answer: 'c', by: 'maria', why: '' } as const
  const asked = [reviewed(1, 'a', [finding({})]), ...before, { type: 'asked', question } as const, answered]
  expect(wantsLeft(stateOf(started(), ...asked, ...since))).toBe(wanted)
})
