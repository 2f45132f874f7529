import { expect, it } from 'vitest'
import { fixMade, pointOf, reviewed, started, stateOf } from '../../../test/support/loop-journal.ts'
import type { LoopReason, SessionFact } from './types.ts'
import { whyBlocked } from './why-blocked.ts'

const changed = 'The branch or files changed meanwhile, and nobody owns up to it'

it.each<[what: string, reason: LoopReason, facts: readonly SessionFact[], sentence: string]>([
  ['nothing more', 'stuck', [], 'Two rounds brought no progress.'],
  [
    'why the reviewer leaves the rest to a person',
    'reviewer',
    [reviewed(2, 'a', [], { final: 'nobody has closed it' })],
    'What is left is for a person to decide. Nobody has closed it.',
  ],
  [
    'why a fix failed',
    'fix_failed',
    [fixMade(1, 'a', { status: 'failed', problems: ['a.ts is claimed, but did not change.', 'no time left'] })],
    'The fixer gave no answer that counts. a.ts is claimed, but did not change.; no time left.',
  ],
  [
    'the files that the fixer does not name',
    'user_changed',
    [fixMade(1, 'b', { unnamedFiles: ['x', 'y'] })],
    `${changed}: x, y.`,
  ],
  [
    'where uncommitted work in them is',
    'user_changed',
    [fixMade(1, 'b', { unnamedFiles: ['x'], earlier: '.review-loop/undone/1' })],
    `${changed}: x; uncommitted work in them is kept in .review-loop/undone/1.`,
  ],
  [
    'what somebody else did',
    'user_changed',
    [{ type: 'user-changed', round: 1, found: pointOf('c'), why: 'files were edited (a.ts)' }],
    `${changed}: files were edited (a.ts).`,
  ],
])('says %s', (_what, reason, facts, sentence) => {
  expect(whyBlocked(reason, stateOf(started(), reviewed(1, 'a', []), ...facts))).toBe(sentence)
})
