import { noUsage } from '../../src/core/cost/usage.ts'
import { emptyState, foldEvent } from '../../src/core/loop/fold.ts'
import type { MailSession } from '../../src/core/loop/outside-session.ts'
import type { LoopState } from '../../src/core/loop/state.ts'
import type { LoopPolicy, SessionFact, ValidationResult } from '../../src/core/loop/types.ts'
import type { Finding, FixResult } from '../../src/types.ts'

// Pieces of a journal, for tests of what is folded and decided from it. A point is named by one letter.

type Fact<Type extends SessionFact['type']> = Extract<SessionFact, { type: Type }>

export const pointOf = (name: string) => ({ head: `head ${name}`, tree: `tree ${name}` })

const recorded: SessionFact = { type: 'work-recorded', point: pointOf('a') }

/** The work is recorded right after the start. */
export function stateOf(...facts: readonly SessionFact[]): LoopState {
  return facts
    .flatMap((fact) => (fact.type === 'session-started' ? [fact, recorded] : fact))
    .reduce(foldEvent, emptyState)
}

export const usualPolicy: LoopPolicy = {
  maxRounds: 3,
  hardCap: 5,
  onLimit: 'ask',
  commit: true,
  validate: [],
  baseline: 'block',
  scopeGuard: 'report',
  maxDollars: null,
  maxTimeMs: null,
}

export function started(policy: Partial<LoopPolicy> = {}): SessionFact {
  return {
    type: 'session-started',
    session: 's',
    branch: 'topic',
    base: 'main',
    baseCommit: 'b',
    policy: { ...usualPolicy, ...policy },
    agents: { reviewer: 'x', fixer: 'x', verifier: 'x' },
    story: null,
  }
}

/** The same with a reviewer who is asked by mail. */
export function startedByMail(policy: Partial<LoopPolicy> = {}): SessionFact {
  return { ...started(policy), mail: byMail, traits: ['sees-pushed', 'answers-once', 'may-veto'] } as SessionFact
}

export const byMail: MailSession = {
  as: 'claude',
  to: 'codex',
  pr: 86,
  mailbox: null,
  timeoutMs: 1000,
  push: false,
  summary: null,
  notify: null,
}

export function reviewed(
  round: number,
  point: string,
  findings: readonly Finding[],
  values: Partial<Fact<'round-reviewed'>> = {},
): SessionFact {
  const isBlocked = findings.some(({ blocking }) => blocking)
  return {
    type: 'round-reviewed',
    round,
    point: pointOf(point),
    verdict: isBlocked ? 'needs_attention' : 'approve',
    gate: { result: isBlocked ? 'blocked' : 'pass', reasons: [] },
    findings,
    refuted: [],
    waived: [],
    usage: noUsage,
    reviewDir: null,
    document: null,
    ...values,
  }
}

export function fixMade(round: number, point: string, values: Partial<FixResult> = {}): SessionFact {
  const outcome = {
    name: 'fixer',
    agent: 'x',
    status: 'ok',
    reason: null,
    durationMs: 1,
    findings: 0,
    usage: noUsage,
  } as const
  const fix: FixResult = {
    status: 'fixed',
    addressed: [],
    unable: [],
    changedFiles: ['src/a.ts'],
    unnamedFiles: [],
    beyondFiles: [],
    restored: false,
    problems: [],
    outcome,
    ...values,
  }
  return { type: 'fix-made', round, point: pointOf(point), fix }
}

export function committed(round: number, point: string): SessionFact {
  return { type: 'fix-committed', round, commit: `commit ${round}`, point: pointOf(point) }
}

export function rolledBack(round: number, point: string, commit: string | null): SessionFact {
  return { type: 'rolled-back', round, why: 'worse', commit, point: pointOf(point) }
}

export function validation(status: ValidationResult['status'], command = 'npm test'): ValidationResult {
  return { command, status, exitCode: status === 'passed' ? 0 : 1, durationMs: 1, output: '' }
}
