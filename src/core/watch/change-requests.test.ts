import { expect, it } from 'vitest'
import { postedSnapshot, review } from '../../../test/support/snapshot.ts'
import { objectorsLines } from '../../report/watch/lines.ts'
import { openChangeRequests } from './change-requests.ts'

const asks = { state: 'changes_requested' } as const
const person = { isBot: false }
const later = { at: '2026-01-01T11:00:00Z' }

it.each([
  ['asks for changes', [review('maria', 'No', { ...person, ...asks })], ['maria']],
  ['is a bot that does', [review('coderabbitai', 'No', asks)], ['coderabbitai']],
  [
    'is a bot, when an account of a person has its name and approves',
    [review('coderabbitai', 'No', asks), review('coderabbitai', '', { ...person, ...later, state: 'approved' })],
    ['coderabbitai'],
  ],
  ['has no say', [review('stranger', 'No', { ...person, ...asks })], []],
  [
    'says more without taking it back',
    [review('maria', 'No', { ...person, ...asks }), review('maria', 'Hm', { ...person, ...later })],
    ['maria'],
  ],
  [
    'approves later',
    [review('maria', 'No', { ...person, ...asks }), review('maria', '', { ...person, ...later, state: 'approved' })],
    [],
  ],
])('whose request for changes stands: one who %s', (_, reviews, expected) => {
  expect(openChangeRequests(postedSnapshot({ reviews }), new Set(['maria']))).toEqual(expected)
})

it('is one sentence, for several too', () => {
  expect(objectorsLines(['maria', 'joe'])).toEqual([
    'The requests for changes of maria, joe stand until they review again.',
  ])
  expect(objectorsLines([])).toEqual([])
})
