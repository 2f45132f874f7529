import pc from 'picocolors'
import { expect, it } from 'vitest'
import { noUsage } from '../core/cost/usage.ts'
import type { LoopEvent, ReviewerOutcome } from '../types.ts'
import { createLiveTable } from './live-table.ts'
import { displayWidth } from './width.ts'

const outcome = (name: string, changes: Partial<ReviewerOutcome> = {}): LoopEvent => ({
  type: 'reviewer-end',
  outcome: {
    name,
    agent: 'claude',
    status: 'ok',
    reason: null,
    durationMs: 2000,
    findings: 1,
    usage: noUsage,
    ...changes,
  },
})

function tableAfter(events: readonly (readonly [number, LoopEvent])[]) {
  const table = createLiveTable(pc.createColors(false))
  for (const [at, event] of events) table.onEvent(event, at)
  return table
}

const planned = (count: number): LoopEvent => ({
  type: 'panel-planned',
  reviewers: Array.from({ length: count }, (_, index) => ({ name: `bug-hunter/p${index + 1}`, agent: 'claude' })),
})

it('says of each reviewer whether it waits, works, is done or has failed', () => {
  const table = tableAfter([
    [0, planned(5)],
    [1000, { type: 'reviewer-start', name: 'bug-hunter/p1', agent: 'claude' }],
    [1000, { type: 'reviewer-start', name: 'bug-hunter/p2', agent: 'claude' }],
    [2000, { type: 'reviewer-retry', name: 'bug-hunter/p2', agent: 'codex', reason: 'it crashed\u001b[2J' }],
    [3000, outcome('bug-hunter/p3')],
    [3000, outcome('bug-hunter/p4', { status: 'failed', reason: 'not logged in' })],
    [4000, { type: 'reviewer-start', name: 'verifier', agent: 'claude' }],
  ])
  expect(table.lines(5000, 80)).toEqual([
    '  ● bug-hunter/p1  claude  4s',
    '  · bug-hunter/p2  codex   waits for its turn, second try: it crashed\\x1b[2J',
    '  ✓ bug-hunter/p3  claude  2s  1 finding',
    '  ✗ bug-hunter/p4  claude  failed: not logged in',
    '  · bug-hunter/p5  claude  waits for its turn',
    '  ● verifier       claude  1s',
  ])
})

it('fits into the terminal, with what goes on first', () => {
  const table = tableAfter([
    [0, planned(40)],
    [0, { type: 'reviewer-start', name: 'bug-hunter/p40', agent: 'claude' }],
    [0, outcome('bug-hunter/p1', { reason: null, status: 'cached' })],
    [0, outcome('bug-hunter/p2', { status: 'failed', reason: 'x'.repeat(200) })],
  ])
  const lines = table.lines(1000, 50)
  expect(lines).toHaveLength(17)
  expect(lines[0]).toContain('bug-hunter/p40')
  expect(lines[1]).toContain('bug-hunter/p2')
  expect(lines.at(-1)).toContain('and 24 more')
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(50)
})

it('shows nothing without a panel', () => {
  const table = tableAfter([[0, { type: 'reviewer-start', name: 'oxlint', agent: 'builtin' }]])
  expect(table.lines(0, 80)).toEqual([])
})
