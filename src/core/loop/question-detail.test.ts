import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import {
  fixMade,
  pointOf,
  reviewed,
  rolledBack,
  started,
  stateOf,
  validation,
} from '../../../test/support/loop-journal.ts'
import { questionDetail } from './question-detail.ts'
import type { SessionFact } from './types.ts'

const asked = finding({ id: 'F-1', title: 'Too long', problem: 'It blocks.', evidence: 'wait(60)', blocking: true })
const opposite = {
  ...asked,
  id: 'F-2',
  title: 'Too short',
  problem: 'It cuts off.',
  evidence: 'wait(30)',
  reason: 'It is not in the change.',
  isOutside: true,
}
const failing = { ...validation('failed'), output: 'before it\n1 test fails\n' }

it.each<[string, readonly SessionFact[], string | null]>([
  ['nothing, where the reason says it all', [], null],
  [
    'both texts, where a review asks for the opposite of what was done',
    [
      reviewed(1, 'a', [asked]),
      fixMade(1, 'b'),
      reviewed(2, 'b', [], { changed: ['src/a.ts'], uncounted: [opposite] }),
    ],
    'F-1: "Too long: It blocks" was done; the last review asks for the opposite, "Too short: It cuts off"',
  ],
  ['why the reviewer gives no further round', [reviewed(2, 'a', [], { final: 'used up' })], 'used up'],
  [
    'what somebody else did, before anything else',
    [
      fixMade(1, 'b', { unnamedFiles: ['x'] }),
      { type: 'user-changed', round: 1, found: pointOf('c'), why: 'files were edited' },
    ],
    'files were edited',
  ],
  ['why a fix does not count', [fixMade(1, 'a', { status: 'failed', problems: ['no answer', 'undone'] })], 'no answer'],
  [
    'what a fixer does not own up to',
    [fixMade(1, 'b', { unnamedFiles: ['x', 'y'] })],
    'these changed while the fixer worked, and it does not name them: x, y; with c they count as part of its fix, which is not committed yet',
  ],
  [
    'where uncommitted work is that a fixer does not own up to',
    [fixMade(1, 'b', { unnamedFiles: ['x'], earlier: '.review-loop/undone/1' })],
    'these changed while the fixer worked, and it does not name them: x; uncommitted work in them is kept in .review-loop/undone/1; with c they count as part of its fix, which is not committed yet',
  ],
  [
    'which command fails where nothing is left to mend',
    [{ type: 'baseline-validated', validations: [validation('passed', 'lint'), failing] }],
    '`npm test` fails (1 test fails)',
  ],
  [
    'why a fixer mends nothing',
    [fixMade(1, 'a', { status: 'unable', unable: [{ id: 'F-1', reason: 'it is meant so' }] })],
    'F-1: it is meant so',
  ],
  [
    'why fixes were taken back, with the words that tell of it',
    [
      fixMade(1, 'b'),
      {
        type: 'fix-validated',
        round: 1,
        attempt: 1,
        validations: [{ ...failing, output: 'Error: no\n\nNode.js v24\n' }],
      },
      rolledBack(1, 'a', null),
    ],
    'the fix of round 1 was taken back: worse (Error: no)',
  ],
  [
    'why fixes were taken back, with the last words of what failed',
    [
      fixMade(1, 'b'),
      { type: 'fix-validated', round: 1, attempt: 1, validations: [validation('passed'), failing] },
      rolledBack(1, 'a', null),
    ],
    'the fix of round 1 was taken back: worse (1 test fails)',
  ],
])('says %s', (_what, facts, detail) => {
  expect(questionDetail(stateOf(started(), reviewed(1, 'a', []), ...facts))).toBe(detail)
})
