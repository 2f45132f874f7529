import type { PostReviewed } from '../../src/core/fix/post-review.ts'
import { usage } from './session.ts'

/** A review after a loop or a run that found something, had it mended and committed. */
export function postReviewed(values: Partial<PostReviewed> = {}): PostReviewed {
  return {
    outcome: 'approved',
    reason: 'The review approves.',
    reviews: 2,
    findings: [{ id: 'F-7', severity: 'P1', file: 'src/a.ts', line: 3, title: 'Inverted', status: 'fixed' }],
    fixes: [{ status: 'fixed', files: ['src/a.ts'], addressed: [{ id: 'F-7', how: 'turned it' }], unable: [], usage }],
    validations: [{ command: 'npm test', status: 'passed', exitCode: 0, durationMs: 900, output: 'ok\n' }],
    wrote: [],
    commit: '9'.repeat(40),
    reviewUsage: usage,
    usage: { ...usage, costUsd: 0.5 },
    point: { head: '9'.repeat(40), tree: '8'.repeat(40) },
    ...values,
  }
}
