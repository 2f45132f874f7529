import { expect, it } from 'vitest'
import { fullResult, inconclusive } from '../../test/schemas/sample-results.ts'
import type { LoopEvent, ReviewerOutcome } from '../types.ts'
import { createProgress, type ProgressOptions } from './progress.ts'

const outcome = (reviewers: readonly ReviewerOutcome[]): ReviewerOutcome => reviewers[0]!

const events: readonly LoopEvent[] = [
  {
    type: 'review-start',
    id: 'r1',
    scope: {
      kind: 'branch',
      base: 'main',
      head: 'working tree\u001b[2J',
      branch: 'topic',
      baseCommit: null,
      headCommit: null,
      baseTree: 'a',
      headTree: 'b',
      paths: [],
    },
  },
  { type: 'notice', message: 'Only what changed since the last review.' },
  { type: 'change-read', files: 1, addedLines: 12, removedLines: 3 },
  { type: 'reviewer-start', name: 'hygiene', agent: 'builtin' },
  { type: 'reviewer-start', name: 'bug-hunter', agent: 'claude' },
  { type: 'reviewer-end', outcome: outcome(fullResult.reviewers) },
  { type: 'reviewer-end', outcome: outcome(inconclusive.reviewers) },
  { type: 'gate-decided', gate: inconclusive.gate, verdict: 'inconclusive' },
  { type: 'review-end', reviewDir: '.review-loop/reviews/r1' },
]

function written(options: Partial<ProgressOptions>): string[] {
  const parts: string[] = []
  const show = createProgress({ color: false, live: false, write: (text) => parts.push(text), ...options })
  events.forEach(show)
  return parts
}

it('writes plain lines where there is no terminal', () => {
  expect(written({}).join('')).toBe(
    [
      'Reviewing branch: main → working tree\\x1b[2J',
      'Notice: Only what changed since the last review.',
      '1 file, +12 −3',
      'bug-hunter (claude) started',
      'hygiene ok after 42ms: 3 findings',
      'bug-hunter timed out after 10m: No answer within 10m.',
      'Gate: inconclusive',
      'Working files: .review-loop/reviews/r1',
      '',
    ].join('\n'),
  )
})

it('rewrites one line on a terminal and leaves nothing behind', () => {
  let time = 0
  const parts = written({ live: true, width: 120, elapsed: () => (time += 500) })
  const clear = '\r\u001b[2K'
  expect(parts.every((part) => part.startsWith(clear) && !part.includes('\n'))).toBe(true)
  expect(parts.at(-1)).toBe(clear)
  expect(parts[4]).toBe(
    `${clear}Reviewing main → working tree\\x1b[2J  1 file +12 −3  0/2 reviewers  3s  hygiene, bug-hunter`,
  )
  expect(parts[5]).toBe(`${clear}Reviewing main → working tree\\x1b[2J  1 file +12 −3  1/2 reviewers  3s  bug-hunter`)
})

it('keeps the status line within the terminal', () => {
  const parts = written({ live: true, width: 30 })
  expect(parts.map((part) => part.slice(5).length).filter((length) => length > 29)).toEqual([])
})
