import { expect, it } from 'vitest'
import { postedSnapshot, review, thread } from '../../../test/support/snapshot.ts'
import { knownReviewers } from '../outside/reviewers/index.ts'
import type { Snapshot } from './snapshot.ts'
import { strangersIn } from './strangers.ts'

it.each<[string, Partial<Snapshot>, readonly string[]]>([
  ['has an open thread', { threads: [thread('other-ai', 'It leaks.')] }, ['other-ai']],
  ['asks for changes', { reviews: [review('other-ai', 'No.', { state: 'changes_requested' })] }, ['other-ai']],
  ['has only a closed thread', { threads: [thread('other-ai', 'It leaks.', { isResolved: true })] }, []],
  ['only comments on the whole', { reviews: [review('other-ai', 'Coverage is 80 %.')] }, []],
  ['is known', { threads: [thread('coderabbitai', 'It leaks.')] }, []],
])('a bot that %s is a stranger or not', (_, snapshot, expected) => {
  expect(strangersIn(postedSnapshot(snapshot), knownReviewers)).toEqual(expected)
})
