import { describe, expect, it } from 'vitest'
import { postReview, postReviewed } from '../../../test/support/post-review.ts'
import { runEvents, runStories } from '../../../test/support/session-runs.ts'
import type { PostReview } from '../../core/loop/post-review.ts'
import { toRunResult } from '../../core/staged/run-result.ts'
import { runText } from '../run/run-text.ts'
import { postReviewLine } from './post-review-words.ts'

const id = '3f2a91c4-0000-4000-8000-000000000000'
const style = { color: false, width: 120, verbose: false, quiet: false }
const open = { id: 'F-7', severity: 'P1', file: 'src/a.ts', line: 3, title: 'Inverted', status: 'open' } as const
const blocked = { outcome: 'blocked', reason: 'Findings are left.', commits: [], findings: [open] } as const

function textOf(values: Partial<PostReview>) {
  const told = { at: '2026-03-02T10:00:00.000Z', ...postReviewed(values) }
  return runText(toRunResult([...runEvents(id, runStories.delivered), told]), style)
}

it.each<[string, Partial<PostReview>, string]>([
  ['committed', {}, '2 reviews, 1 blocking finding, fixed in src/a.ts (9999999999): approved. The gate passed.'],
  [
    'left in the files',
    blocked,
    '2 reviews, 1 blocking finding, fixed in src/a.ts (not committed): blocked. Findings are left.',
  ],
  [
    'clean',
    { reviews: 1, findings: [], files: [], commits: [] },
    '1 review, 0 blocking findings: approved. The gate passed.',
  ],
  ['skipped', { outcome: 'skipped', reason: 'Nothing has changed.' }, 'skipped: Nothing has changed.'],
])('is one line: %s', (_, values, line) => {
  expect(postReviewLine(postReview(values))).toBe(line)
})

describe('the result of a run', () => {
  it('says what it found, and that no stage holds for its fixes', () => {
    const text = textOf({})
    expect(text).toContain('Review after the run: 2 reviews, 1 blocking finding, fixed in src/a.ts (9999999999)')
    expect(text).toContain('  P1 fixed  src/a.ts:3  Inverted  F-7\n')
    expect(text).toContain('  No stage has validated these fixes: none is complete any more.\n')
    expect(text).toContain('Stages     none complete\n')
    expect(text).toContain('Outcome    Delivered')
  })

  it('leads to the loop that decides what it blocks', () => {
    const text = textOf(blocked)
    expect(text).toContain('See what is left, and decide: review-loop sessions show 7d2a91c4')
    expect(text).toContain('Then: review-loop run --resume 3f2a91c4')
    expect(text).toContain('Outcome    Blocked: The review after the run: Findings are left.')
  })
})
