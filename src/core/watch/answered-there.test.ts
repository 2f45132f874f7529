import { expect, it } from 'vitest'
import { reviewed, started, stateOf } from '../../../test/support/loop-journal.ts'
import { message, postedSnapshot, thread } from '../../../test/support/snapshot.ts'
import type { LoopReason } from '../loop/types.ts'
import { knownReviewers } from '../outside/reviewers/index.ts'
import { collectItems } from './collect-items.ts'
import { groupItems, toFinding } from './group-items.ts'
import { markOf } from './mark.ts'
import type { PostedThread } from './snapshot.ts'
import { isAnsweredThere } from './vetoed-fix.ts'

const bug = '_⚠️ Potential issue_ | _🔴 Critical_\n\n**The file is never closed.**\n\nEvery call leaks a handle: a bug.'
const ours = message('octocat', `Left as it is: so.\n\n${markOf('skipped', 'T')}`, { isBot: false })

function gathered(changes: Partial<PostedThread>) {
  const snapshot = postedSnapshot({ threads: [thread('coderabbitai', bug, changes, ours)] })
  return groupItems(
    collectItems(snapshot, {
      reviewers: knownReviewers,
      writers: new Set(),
      pathOf: new Map(),
      unconfirmed: new Map(),
    }),
  )
}

it.each<[string, LoopReason, Partial<PostedThread>, boolean]>([
  ['was closed', 'reviewer', { isResolved: true }, true],
  ['was closed when the restarts were used up', 'limit', { isResolved: true }, true],
  ['is still there', 'reviewer', {}, false],
  ['is not what the question is about', 'budget', { isResolved: true }, false],
])('a question is settled or not where what is left %s', (_what, reason, changes, expected) => {
  const finding = toFinding(gathered({})[0]!)
  const question = { round: 1, reason, text: '', remaining: [finding.id], allowed: ['a'] } as const
  const state = stateOf(started(), reviewed(1, 'a', [finding]), { type: 'asked', question })
  expect(isAnsweredThere(state, gathered(changes))).toBe(expected)
})
