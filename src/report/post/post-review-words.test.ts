import { describe, expect, it } from 'vitest'
import { postReviewed } from '../../../test/support/post-review.ts'
import { approvedLoop, timed } from '../../../test/support/session.ts'
import { runEvents, runStories } from '../../../test/support/session-runs.ts'
import type { PostReviewed } from '../../core/fix/post-review.ts'
import { fold } from '../../core/loop/fold.ts'
import { toResult } from '../../core/loop/to-result.ts'
import { toRunResult } from '../../core/staged/run-result.ts'
import { loopMarkdown } from '../loop/loop-markdown.ts'
import { loopText } from '../loop/loop-text.ts'
import { runText } from '../run/run-text.ts'
import { postReviewLine } from './post-review-words.ts'

const id = '3f2a91c4-0000-4000-8000-000000000000'
const style = { color: false, width: 120, verbose: false, quiet: false }
const open = { id: 'F-7', severity: 'P1', file: 'src/a.ts', line: 3, title: 'Inverted', status: 'open' } as const
const blocked = { outcome: 'blocked', reason: 'All 2 fix cycles are used up.', commit: null, findings: [open] } as const

function loopResult(values: Partial<PostReviewed>) {
  const facts = [...approvedLoop(id), { type: 'post-reviewed', ...postReviewed(values) } as const]
  return toResult(fold(timed(facts)), id, 'a'.repeat(40))
}

function runResult(values: Partial<PostReviewed>) {
  const told = { type: 'post-reviewed', ...postReviewed(values), tree: { head: 'a', dirty: {} } } as const
  return toRunResult([...runEvents(id, runStories.delivered), { at: '2026-03-02T10:00:00.000Z', ...told }])
}

it.each<[string, Partial<PostReviewed>, string]>([
  [
    'committed',
    {},
    '2 reviews, 1 blocking finding, 1 fix in src/a.ts, committed as 9999999999: approved. The review approves.',
  ],
  [
    'left in the files',
    blocked,
    '2 reviews, 1 blocking finding, 1 fix in src/a.ts, not committed: blocked. All 2 fix cycles are used up.',
  ],
  [
    'clean',
    { reviews: 1, findings: [], fixes: [], commit: null },
    '1 review, 0 blocking findings: approved. The review approves.',
  ],
  ['skipped', { outcome: 'skipped', reason: 'Nothing has changed.' }, 'skipped: Nothing has changed.'],
])('is one line: %s', (_, values, line) => {
  expect(postReviewLine(postReviewed(values))).toBe(line)
})

describe('the result of a loop', () => {
  it('says what it found, what was done about it, and that there are commits', () => {
    const text = loopText(loopResult({}), style)
    expect(text).toContain('Review after the loop: 2 reviews, 1 blocking finding, 1 fix in src/a.ts, committed as')
    expect(text).toContain('  P1 fixed  src/a.ts:3  Inverted  F-7\n  npm test: passed before, passed with the fixes\n')
    expect(text).toContain('Next       Look at the commits before you merge.\n')
    expect(text).toContain('Outcome    Approved after 2 rounds')
  })

  it('says what is left, and names what is not committed', () => {
    const text = loopText(loopResult(blocked), style)
    expect(text).toContain('  P1 still there  src/a.ts:3  Inverted  F-7\n')
    expect(text).toContain('Fixes of the review after the loop are in the files and not committed: src/a.ts.')
    expect(text).toContain(
      'Outcome    Blocked after 2 rounds: The review after the loop: All 2 fix cycles are used up.',
    )
    expect(loopText(loopResult(blocked), { ...style, quiet: true })).toContain('P1 still there  src/a.ts:3')
  })

  it('tells nobody to merge what is approved and not committed', () => {
    const text = loopText(loopResult({ commit: null }), style)
    expect(text).toContain('Look at it, and commit it before you merge.')
    expect(text).not.toContain('You can merge')
  })

  it('has it in markdown as well', () => {
    const text = loopMarkdown(loopResult(blocked))
    expect(text).toContain('### Review after the loop\n\n2 reviews, 1 blocking finding')
    expect(text).toContain('- P1 still there `src/a.ts:3` Inverted (`F-7`)\n- npm test: passed before, passed with')
  })
})

describe('the result of a run', () => {
  it('says what it found, and that no stage holds for its fixes', () => {
    const text = runText(runResult({}), style)
    expect(text).toContain('Review after the run: 2 reviews, 1 blocking finding, 1 fix in src/a.ts, committed as')
    expect(text).toContain('  No stage has validated these fixes: none is complete any more.\n')
    expect(text).toContain('Stages     none complete\n')
    expect(text).toContain('Outcome    Delivered')
  })

  it('does not offer to resume what it blocks', () => {
    const text = runText(runResult(blocked), style)
    expect(text).toContain('Next       Put right what is left.\n           Then: review-loop execute --review-only\n')
    expect(text).not.toContain('--resume')
    expect(text).toContain('Outcome    Blocked: The review after the run: All 2 fix cycles are used up.')
  })
})
