import type { LoopPolicy, SessionEvent, SessionFact, ValidationResult } from '../../src/core/loop/types.ts'
import type { FixResult } from '../../src/types.ts'
import { finding } from './change.ts'
import { usualPolicy } from './loop-journal.ts'

export const usage = { inputTokens: 1200, outputTokens: 300, cachedTokens: 0, costUsd: 0.25 } as const

export const policy: LoopPolicy = { ...usualPolicy, validate: ['npm test'], maxDollars: 5 }

const point = { head: 'a'.repeat(40), tree: 'b'.repeat(40) }
const later = { head: 'c'.repeat(40), tree: 'd'.repeat(40) }

export function started(session: string, branch = 'topic'): SessionFact {
  return {
    type: 'session-started',
    session,
    branch,
    base: 'main',
    baseCommit: 'e'.repeat(40),
    policy,
    agents: { reviewer: 'claude', fixer: 'codex', verifier: 'claude' },
    story: null,
  }
}

const grave = finding({
  id: 'F-1',
  severity: 'P1',
  blocking: true,
  title: 'The größe is never checked → crash',
  line: 14,
})
const wrong = finding({ id: 'F-2', title: 'Not so', evidence: 'const b = 2', line: 90 })

export function reviewed(round: number, isClean: boolean): SessionFact {
  return {
    type: 'round-reviewed',
    round,
    point: isClean ? later : point,
    verdict: isClean ? 'approve' : 'needs_attention',
    gate: isClean ? { result: 'pass', reasons: [] } : { result: 'blocked', reasons: ['1 P1 finding remains.'] },
    findings: isClean ? [] : [grave],
    refuted: isClean ? [] : [wrong],
    waived: [],
    usage,
    reviewDir: `.review-loop/reviews/${round}`,
    document: null,
  }
}

const fix: FixResult = {
  status: 'fixed',
  addressed: [{ id: 'F-1', how: 'checks it' }],
  unable: [],
  changedFiles: ['src/a.ts'],
  unnamedFiles: [],
  beyondFiles: [],
  restored: false,
  problems: [],
  outcome: { name: 'fixer', agent: 'codex', status: 'ok', reason: null, durationMs: 4000.5, findings: 1, usage },
}

const passed: ValidationResult = { command: 'npm test', status: 'passed', exitCode: 0, durationMs: 900, output: 'ok\n' }

export const asked: SessionFact = {
  type: 'asked',
  question: { round: 1, reason: 'stuck', text: 'What now?', remaining: ['F-1'], allowed: ['a', 'b'] },
}

/** A loop that found something, mended it and was approved. */
export function approvedLoop(session: string, branch?: string): readonly SessionFact[] {
  return [
    started(session, branch),
    { type: 'work-recorded', point },
    { type: 'baseline-validated', validations: [passed] },
    { type: 'intended', step: 'round-1/review', point },
    reviewed(1, false),
    { type: 'fix-made', round: 1, fix, point: later },
    { type: 'fix-validated', round: 1, attempt: 1, validations: [passed] },
    { type: 'fix-committed', round: 1, commit: later.head, point: later },
    reviewed(2, true),
    {
      type: 'certified',
      round: 2,
      certificates: [
        { finding: 'F-1', notFoundAgain: true, codeChanged: true, testProves: null, text: 'No test came with it.' },
      ],
    },
    { type: 'ended', outcome: 'approved', reason: 'The gate passed.', head: later.head },
  ]
}

/** A loop whose fix was rolled back, and that a person was asked about. With the one above: every kind of event. */
export function acceptedLoop(session: string, branch?: string): readonly SessionFact[] {
  return [
    started(session, branch),
    reviewed(1, false),
    { type: 'fix-made', round: 1, fix, point: later },
    { type: 'rolled-back', round: 1, why: 'npm test fails with it', commit: null, point },
    { type: 'user-changed', round: 1, found: later, why: 'a commit came in between' },
    asked,
    { type: 'interrupted', why: 'Ctrl-C' },
    { type: 'answered', answer: 'b', by: 'Ada', why: 'we ship today' },
    { type: 'resumed', point },
    { type: 'ended', outcome: 'accepted', reason: 'Ada accepts what is left.', head: point.head },
  ]
}

/** One minute from event to event. */
export function timed(facts: readonly SessionFact[], from = '2026-03-01T10:00:00.000Z'): readonly SessionEvent[] {
  return facts.map((fact, index) => ({ at: new Date(Date.parse(from) + index * 60_000).toISOString(), ...fact }))
}
