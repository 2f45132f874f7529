import { expect, it, vi } from 'vitest'
import { fullResult, inconclusive } from '../../../test/schemas/sample-results.ts'
import type { FixResult, LoopEvent, ReviewerOutcome } from '../../types.ts'
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
  { type: 'agent-waiting', agent: 'claude', seconds: 30, reason: 'The model service asks to slow down' },
  { type: 'reviewer-end', outcome: outcome(fullResult.reviewers) },
  { type: 'reviewer-end', outcome: outcome(inconclusive.reviewers) },
  { type: 'gate-decided', gate: inconclusive.gate, verdict: 'inconclusive' },
  { type: 'review-end', reviewDir: '.review-loop/reviews/r1' },
]

const clock = () => 0

function written(options: Partial<ProgressOptions>): string[] {
  const parts: string[] = []
  const { onEvent, stop } = createProgress({
    color: false,
    live: false,
    clock,
    write: (text) => parts.push(text),
    ...options,
  })
  events.forEach(onEvent)
  stop()
  return parts
}

it('shortens the id of a commit', () => {
  const [start] = events
  if (start?.type !== 'review-start') throw new Error('it begins with something else')
  const parts: string[] = []
  const { onEvent } = createProgress({ color: false, live: false, clock, write: (text) => parts.push(text) })
  onEvent({ ...start, scope: { ...start.scope, base: 'a1'.repeat(20), head: 'topic' } })
  expect(parts).toEqual(['Reviewing branch: a1a1a1a1a1 → topic\n'])
})

it('writes plain lines where there is no terminal', () => {
  expect(written({}).join('')).toBe(
    [
      'Reviewing branch: main → working tree\\x1b[2J',
      'Notice: Only what changed since the last review.',
      '1 file, +12 −3',
      'bug-hunter (claude) started',
      'claude waits 30s: The model service asks to slow down',
      'hygiene ok after 42ms: 3 findings',
      'bug-hunter timed out after 10m: No answer within 10m.',
      'Gate: inconclusive',
      'Working files: .review-loop/reviews/r1',
      '',
    ].join('\n'),
  )
})

it('rewrites one line on a terminal and leaves nothing behind', () => {
  const times = [0]
  const parts = written({ live: true, width: 120, clock: () => times.shift() ?? 3000 })
  const clear = '\r\u001b[J'
  expect(parts.every((part) => part.startsWith(clear) && !part.includes('\n'))).toBe(true)
  expect(parts.at(-1)).toBe(clear)
  expect(parts[4]).toBe(
    `${clear}Reviewing main → working tree\\x1b[2J  1 file +12 −3  0/2 reviewers  3s  hygiene, bug-hunter`,
  )
  expect(parts[5]).toContain('claude waits 30s: The model service asks')
  expect(parts[6]).toBe(`${clear}Reviewing main → working tree\\x1b[2J  1 file +12 −3  1/2 reviewers  3s  bug-hunter`)
})

it('keeps the status line within the terminal', () => {
  const parts = written({ live: true, width: 30 })
  expect(parts.map((part) => part.slice(4).length).filter((length) => length > 29)).toEqual([])
})

it('draws a table of the panel over itself, and wipes it when the review stops early', () => {
  const parts: string[] = []
  const { onEvent, stop } = createProgress({
    color: false,
    live: true,
    width: 60,
    clock,
    write: (text) => parts.push(text),
  })
  onEvent({ type: 'panel-planned', reviewers: [{ name: 'auditor', agent: 'claude' }] })
  onEvent({ type: 'reviewer-start', name: 'auditor', agent: 'claude' })
  stop()
  stop()
  expect(parts).toEqual([
    '\r\u001b[JReviewing  0/1 reviewers\n  · auditor  claude  waits for its turn',
    '\r\u001b[1A\u001b[JReviewing  0/1 reviewers\n  ● auditor  claude  0ms',
    '\r\u001b[1A\u001b[J',
  ])
})

it('shows on a terminal how long a fixer has been at work', () => {
  vi.useFakeTimers()
  try {
    const parts: string[] = []
    const write = (text: string) => parts.push(text)
    const { onEvent, stop } = createProgress({ color: false, live: true, width: 60, clock: Date.now, write })
    onEvent({ type: 'fix-start', round: 1, agent: 'claude', findings: ['F-1'] })
    vi.advanceTimersByTime(65_000)
    stop()
    expect(parts.at(-2)).toBe('\r\u001b[Jclaude is given 1 finding to fix  1m5s')
  } finally {
    vi.useRealTimers()
  }
})

it('counts those who wait for their turn among the reviewers', () => {
  const parts: string[] = []
  const { onEvent, stop } = createProgress({
    color: false,
    live: true,
    width: 60,
    clock,
    write: (text) => parts.push(text),
  })
  const [ended] = fullResult.reviewers
  onEvent({ type: 'reviewer-start', name: 'hygiene', agent: 'builtin' })
  onEvent({ type: 'panel-planned', reviewers: ['one', 'two', 'three'].map((name) => ({ name, agent: 'claude' })) })
  onEvent({ type: 'reviewer-start', name: 'one', agent: 'claude' })
  onEvent({ type: 'reviewer-end', outcome: { ...ended!, name: 'one' } })
  onEvent({ type: 'reviewer-end', outcome: { ...ended!, name: 'two', status: 'cached' } })
  stop()
  expect(parts.map((part) => /\d\/\d reviewers/.exec(part)?.[0])).toEqual([
    '0/1 reviewers',
    '0/4 reviewers',
    '0/4 reviewers',
    '1/4 reviewers',
    '2/4 reviewers',
    undefined,
  ])
})

const fix: FixResult = {
  status: 'fixed',
  addressed: [{ id: 'F-1', how: 'mended' }],
  unable: [{ id: 'F-2', reason: 'it is meant so' }],
  changedFiles: ['a.ts'],
  unnamedFiles: [],
  beyondFiles: [],
  restored: false,
  problems: [],
  outcome: { ...outcome(fullResult.reviewers), name: 'fixer', agent: 'claude', durationMs: 3000 },
}
const failedFix: FixResult = { ...fix, status: 'failed', problems: ['no file has changed', 'nothing\u001b[2J'] }

it.each<[LoopEvent, string]>([
  [{ type: 'fix-start', round: 1, agent: 'claude', findings: ['F-1', 'F-2'] }, 'claude is given 2 findings to fix'],
  [{ type: 'fix-end', round: 1, fix }, 'Fix after 3s: 1 addressed, 1 not, 1 file changed'],
  [{ type: 'fix-end', round: 1, fix: failedFix }, 'Fix failed after 3s: no file has changed; nothing\\x1b[2J'],
])('says in a line what a fix is at', (event, line) => {
  const parts: string[] = []
  createProgress({ color: false, live: false, clock, write: (text) => parts.push(text) }).onEvent(event)
  expect(parts).toEqual([`${line}\n`])
})
