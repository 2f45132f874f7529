import { expect, it } from 'vitest'
import { committed, fixMade, reviewed, rolledBack, started, stateOf } from '../../../test/support/loop-journal.ts'
import { postedSnapshot, thread } from '../../../test/support/snapshot.ts'
import type { SessionFact } from '../loop/types.ts'
import { knownReviewers } from '../outside/reviewers/index.ts'
import { collectItems } from './collect-items.ts'
import { fixReplies } from './fix-replies.ts'
import { groupItems, toFinding } from './group-items.ts'

const bug = '_⚠️ Potential issue_ | _🔴 Critical_\n\n**The file is never closed.**\n\nEvery call leaks a handle: a bug.'
const snapshot = postedSnapshot({ threads: [thread('coderabbitai', bug)] })
const context = { reviewers: knownReviewers, writers: new Set<string>(), pathOf: new Map(), unconfirmed: new Map() }
const [group] = groupItems(collectItems(snapshot, context))
const finding = toFinding(group!)
const [item] = group!.members
const raised = reviewed(1, 'a', [finding])
const fixed = fixMade(1, 'b', { addressed: [{ id: finding.id, how: 'closed' }] })
const left = fixMade(1, 'b', { unable: [{ id: finding.id, reason: 'meant so' }] })

it.each<[string, 'push' | 'pause' | 'end', readonly SessionFact[], object | undefined]>([
  ['a fix that is pushed', 'push', [raised, fixed, committed(1, 'b')], { kind: 'fixed', words: 'closed' }],
  ['a fix that is no commit', 'push', [raised, fixed], undefined],
  ['a fix that was reverted', 'push', [raised, fixed, committed(1, 'b'), rolledBack(1, 'a', null)], undefined],
  ['a fix that was not pushed before the end', 'end', [raised, fixed, committed(1, 'b')], undefined],
  ['what the fixer left, at a push', 'push', [raised, left, committed(1, 'b')], { kind: 'skipped', words: 'meant so' }],
  ['what the fixer left, at a pause', 'pause', [raised, left], { kind: 'skipped', words: 'meant so' }],
  [
    'a reverted fix, when it is a person’s turn',
    'end',
    [raised, fixed, rolledBack(1, 'a', null)],
    { kind: 'skipped', words: expect.stringMatching(/^a fix was tried and taken back: /) },
  ],
  ['a reverted fix, when the session may go on', 'pause', [raised, fixed, rolledBack(1, 'a', null)], undefined],
])('says about %s only what is true', (_, when, facts, expected) => {
  expect(fixReplies(stateOf(started(), ...facts), when)?.(group!.id, item!)).toEqual(expected)
})

it('says nothing about an item that the fixer did not see in these words', () => {
  const state = stateOf(started(), raised, fixed, committed(1, 'b'))
  expect(fixReplies(state, 'push')?.(group!.id, { ...item!, body: 'Another problem.' })).toBeUndefined()
})
