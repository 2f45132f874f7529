import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { noUsage } from '../../core/cost/usage.ts'
import type { LoopPolicy, SessionEvent, SessionFact } from '../../core/loop/types.ts'
import type { FixResult, LoopEvent, ResolvedScope } from '../../types.ts'
import { createLoopProgress } from './loop-progress.ts'

const point = { head: 'abcdef0123456789', tree: '1' }
const policy: LoopPolicy = {
  maxRounds: 2,
  hardCap: 5,
  onLimit: 'ask',
  commit: true,
  validate: ['npm test'],
  baseline: 'block',
  scopeGuard: 'report',
  maxDollars: null,
  maxTimeMs: null,
}
const scope: ResolvedScope = {
  kind: 'branch',
  base: 'main',
  head: 'feature',
  branch: 'feature',
  baseCommit: null,
  headCommit: null,
  baseTree: '0',
  headTree: '1',
  paths: [],
}
const fix: FixResult = {
  status: 'fixed',
  addressed: [{ id: 'F-1', how: 'checked' }],
  unable: [],
  changedFiles: ['src/a.ts', 'src/b.ts'],
  unnamedFiles: ['src/b.ts'],
  beyondFiles: [],
  ignored: { folder: '.review-loop/undone/1', files: ['.env', 'a', 'b', 'c'] },
  restored: false,
  problems: [],
  outcome: {
    name: 'fixer',
    agent: 'x',
    status: 'ok',
    reason: null,
    durationMs: 1,
    findings: 0,
    usage: { ...noUsage, costUsd: 0.5 },
  },
}
const passes = { command: 'npm test', status: 'passed', exitCode: 0, durationMs: 1, output: '' } as const
const start: LoopEvent = { type: 'review-start', id: '1', scope }

const asked: SessionFact = {
  type: 'asked',
  question: { round: 1, reason: 'limit', text: '', remaining: [], allowed: ['a', 'b'] },
}

function started(): SessionFact {
  const agents = { reviewer: 'x', fixer: 'x', verifier: 'none' }
  return {
    type: 'session-started',
    session: '1a2b',
    branch: 'feature',
    base: 'main',
    baseCommit: '0',
    policy,
    agents,
    story: null,
  }
}

function reviewed(round: number, result: 'blocked' | 'inconclusive' = 'blocked') {
  return {
    type: 'round-reviewed',
    round,
    point,
    verdict: 'needs_attention',
    gate: { result, reasons: ['x failed'] },
    findings: [finding({ severity: 'P1', blocking: true }), finding({ id: 'F-2' })],
    refuted: [],
    waived: [],
    usage: noUsage,
    reviewDir: null,
    document: 'findings/round-1.md',
  } satisfies SessionFact
}

interface Situation {
  readonly live?: boolean
  readonly quiet?: boolean
  /** What happened in an earlier process. */
  readonly before?: readonly SessionFact[]
}

function said({ before, ...options }: Situation, happened: readonly (LoopEvent | SessionFact)[]): string {
  let text = ''
  const progress = createLoopProgress({
    color: false,
    live: false,
    quiet: false,
    clock: () => 0,
    ...options,
    write: (part) => (text += part),
  })
  if (before !== undefined) progress.onResume(before.map((fact) => ({ ...fact, at: '' })))
  for (const event of happened) {
    if (isOfReview(event)) progress.onEvent(event)
    else progress.onSessionEvent({ ...event, at: '' } as SessionEvent)
  }
  progress.onNotice('one\nnotice')
  progress.stop()
  return text
}

function isOfReview(event: LoopEvent | SessionFact): event is LoopEvent {
  return ['review-start', 'review-end', 'fix-start', 'fix-end'].includes(event.type)
}

it('says what happens, line by line', () => {
  const text = said({}, [
    started(),
    { type: 'baseline-validated', validations: [passes] },
    start,
    reviewed(1),
    { type: 'intended', step: 'fix', point },
    { type: 'fix-start', round: 1, agent: 'x', findings: ['F-1'] },
    { type: 'fix-end', round: 1, fix },
    { type: 'fix-made', round: 1, fix, point },
    { type: 'fix-validated', round: 1, attempt: 2, validations: [{ ...passes, status: 'timed_out' }] },
    { type: 'fix-committed', round: 1, commit: point.head, point },
    start,
    reviewed(2, 'inconclusive'),
    start,
    { type: 'rolled-back', round: 2, why: 'it was worse', commit: null, point },
    { type: 'answered', answer: 'c', by: 'me', why: 'nearly there' },
  ])
  expect(text.split('\n')).toEqual([
    'Loop on feature against main, session 1a2b',
    'Before the first fix: npm test passes',
    '── Round 1 of 2 ──',
    'Reviewing branch: main → feature',
    'Round 1: 2 findings, 1 blocking, written to findings/round-1.md',
    '── Fix of round 1 ──',
    'x is given 1 finding to fix',
    'Fix: 1 addressed, 2 files changed (not named by it: src/b.ts) (ignored files it changed or deleted are kept as they were in .review-loop/undone/1: .env, a, b, and 1 more), $0.5000',
    'After the second try: npm test ran out of time',
    'Committed as abcdef0123',
    '── Round 2 of 2 ──',
    'Reviewing branch: main → feature',
    'Round 2 came to no verdict: x failed.',
    '── Round 2 of 2 ──',
    'Reviewing branch: main → feature',
    'Taken back: it was worse',
    'Answered c by me: nearly there',
    'Notice: one notice',
    '',
  ])
})

it('goes on counting after a resume, and counts a round that was added', () => {
  const before = [started(), reviewed(1), asked, { type: 'answered', answer: 'a', by: 'me', why: '' } as const]
  const headers = said({ before }, [{ type: 'resumed', point }, start, reviewed(2), start]).match(/── .* ──/g)
  expect(headers).toEqual(['── Round 2 of 2 ──', '── Round 3 ──'])
})

it('counts as blocking what the ledger counts, not what a reviewer says', () => {
  const late = finding({ id: 'F-3', severity: 'P2', blocking: true, title: 'Late', problem: 'Other words.', line: 90 })
  const second = { ...reviewed(2), findings: [late] }
  expect(said({}, [started(), reviewed(1), second])).toContain('Round 2: 3 findings, 1 blocking,')
})

it('wipes what is live before a line that stays', () => {
  const text = said({ live: true }, [started(), start, reviewed(1)])
  expect(text).toContain('\r\u001b[JRound 1: 2 findings')
})

it('is silent when told to be', () => {
  expect(said({ quiet: true }, [started(), start, reviewed(1)])).toBe('')
})
