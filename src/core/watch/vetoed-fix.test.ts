import { expect, it } from 'vitest'
import { committed, fixMade, reviewed, rolledBack, started, stateOf } from '../../../test/support/loop-journal.ts'
import { message, postedSnapshot, thread } from '../../../test/support/snapshot.ts'
import type { SessionFact } from '../loop/types.ts'
import { knownReviewers } from '../outside/reviewers/index.ts'
import { collectItems } from './collect-items.ts'
import { groupItems, toFinding } from './group-items.ts'
import type { PostedThread, ThreadMessage } from './snapshot.ts'
import { whyVetoed } from './vetoed-fix.ts'

const bug = '_⚠️ Potential issue_ | _🔴 Critical_\n\n**The file is never closed.**\n\nEvery call leaks a handle: a bug.'
const says = (login: string, words: string) => message(login, words, { isBot: false })
const leave = says('maria', 'Leave it.')

function gathered(replies: readonly ThreadMessage[], changes: Partial<PostedThread> = {}) {
  const snapshot = postedSnapshot({ threads: [thread('coderabbitai', bug, changes, ...replies)] })
  const writers = new Set(['maria'])
  return groupItems(
    collectItems(snapshot, { reviewers: knownReviewers, writers, pathOf: new Map(), unconfirmed: new Map() }),
  )
}

const finding = toFinding(gathered([])[0]!)
const raised = reviewed(1, 'a', [finding])
const mends = fixMade(1, 'b', { addressed: [{ id: finding.id, how: 'closed' }] })
const why = 'maria wants it left as it is, and said so while it was fixed: The file is never closed'

it.each<[string, readonly SessionFact[], ReturnType<typeof gathered>, string | null]>([
  ['wants it left', [raised, mends], gathered([leave]), why],
  ['wants that after it became a commit', [raised, mends, committed(1, 'b')], gathered([leave]), why],
  [
    'says that to the bot',
    [raised, mends],
    gathered([says('maria', '@coderabbitai this is intended.\n/review-loop leave')]),
    why,
  ],
  ['closes it, too', [raised, mends], gathered([leave], { isResolved: true }), why],
  [
    'says something that nobody has read',
    [raised, mends],
    gathered([says('maria', 'Close the socket, too.')]),
    expect.stringContaining('what maria wrote is for a person to read'),
  ],
  ['agrees', [raised, mends], gathered([says('maria', '/review-loop fix')]), null],
  ['has no say', [raised, mends], gathered([says('eve', 'Leave it.')]), null],
  ['wants something left that was not fixed', [raised, fixMade(1, 'b')], gathered([leave]), null],
  ['is late: it was taken back', [raised, mends, rolledBack(1, 'a', null)], gathered([leave]), null],
  ['was heard already', [raised, mends, { type: 'fix-unwanted', round: 1, why }], gathered([leave]), null],
  [
    'was overruled by who was asked',
    [reviewed(1, 'a', [finding], { final: 'maria wants it left' }), mends],
    gathered([leave]),
    null,
  ],
  [
    'wants it left, with the work of somebody else in the fix',
    [raised, mends, { type: 'user-changed', round: 1, found: { head: 'h', tree: 't' }, why: 'edited' }],
    gathered([leave]),
    null,
  ],
])('a fix is unwanted or not where somebody %s', (_, facts, now, expected) => {
  expect(whyVetoed(stateOf(started(), ...facts), now)).toEqual(expected)
})
