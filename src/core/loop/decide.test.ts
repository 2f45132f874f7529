import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { noUsage } from '../usage.ts'
import { decide, type LoopAction } from './decide.ts'
import { emptyState, foldEvent } from './fold.ts'
import { loopGate } from './loop-gate.ts'
import type { LoopState } from './state.ts'
import type { LoopAnswer, LoopPolicy, SessionFact, ValidationResult } from './types.ts'

// A made-up world answers every step with what chance brings; whatever it is, the loop has to end, and end well.

/** Small and quick; the same seed gives the same history. */
function chance(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return { next, below: (count: number) => Math.floor(next() * count), is: (share: number) => next() < share }
}

type Chance = ReturnType<typeof chance>

const pool = Array.from({ length: 6 }, (_, index) =>
  finding({
    id: `F-0000000${index}`,
    fingerprint: `000000000000000${index}:0`,
    file: `src/${index}.ts`,
    line: 1,
    title: ['Lost item', 'Open door', 'Wrong sign', 'Slow query', 'Stale cache', 'Typo'][index]!,
    problem: ['alpha beta', 'gamma delta', 'epsilon zeta', 'eta theta', 'iota kappa', 'lambda mu'][index]!,
    severity: (['P0', 'P1', 'P1', 'P2', 'P2', 'P3'] as const)[index]!,
    blocking: index < 4,
    evidence: `code ${index}`,
  }),
)

function policyFrom(random: Chance): LoopPolicy {
  return {
    maxRounds: 1 + random.below(5),
    hardCap: 5,
    onLimit: (['ask', 'block', 'accept', 'continue'] as const)[random.below(4)]!,
    commit: random.is(0.8),
    validate: random.is(0.5) ? ['npm test'] : [],
    baseline: random.is(0.3) ? 'allow' : 'block',
    scopeGuard: random.is(0.2) ? 'strict' : 'report',
    maxDollars: random.is(0.2) ? 3 : null,
    maxTimeMs: null,
  }
}

interface World {
  readonly random: Chance
  tree: number
  steps: number
}

const validated = (random: Chance, share: number): ValidationResult[] => [
  {
    command: 'npm test',
    status: random.is(share) ? 'passed' : 'failed',
    exitCode: 0,
    durationMs: 1,
    output: '',
  },
]

/** What the world makes of a step. */
function outcomeOf(action: LoopAction, state: LoopState, world: World): SessionFact[] {
  const { random } = world
  const point = () => ({ head: `h${world.tree}`, tree: `t${world.tree}` })
  switch (action.step) {
    case 'baseline':
      return [{ type: 'baseline-validated', validations: validated(random, 0.8) }]
    case 'review': {
      const silent = random.is(0.15)
      const findings = pool.filter(() => random.is(0.3))
      const blocking = findings.some((one) => one.blocking)
      return [
        {
          type: 'round-reviewed',
          round: action.round,
          point: point(),
          verdict: silent ? 'inconclusive' : blocking ? 'needs_attention' : 'approve',
          gate: { result: silent ? 'inconclusive' : blocking ? 'blocked' : 'pass', reasons: silent ? ['silence'] : [] },
          findings,
          refuted: random.is(0.1) ? [pool[1]!] : [],
          waived: [],
          usage: { ...noUsage, costUsd: random.next() },
          reviewDir: null,
          document: null,
        },
      ]
    }
    case 'fix': {
      const status = (['fixed', 'fixed', 'fixed', 'fixed', 'failed', 'unable'] as const)[random.below(6)]!
      // Sometimes back to files that were there before.
      if (status === 'fixed') world.tree = random.is(0.1) ? random.below(world.tree + 1) : world.tree + 1
      return [
        {
          type: 'fix-made',
          round: action.round,
          point: point(),
          fix: {
            status,
            addressed: [],
            unable: [],
            changedFiles: status === 'fixed' ? ['src/0.ts'] : [],
            unnamedFiles: random.is(0.1) ? ['other.ts'] : [],
            restored: status !== 'fixed',
            problems: [],
            outcome: {
              name: 'fixer',
              agent: 'x',
              status: 'ok',
              reason: null,
              durationMs: 1,
              findings: 0,
              usage: { ...noUsage, costUsd: random.next() },
            },
          },
        },
      ]
    }
    case 'validate':
      return [
        { type: 'fix-validated', round: action.round, attempt: action.attempt, validations: validated(random, 0.7) },
      ]
    case 'commit':
      if (random.is(0.1)) {
        const hook = { command: 'git commit', status: 'failed', exitCode: 1, durationMs: 1, output: 'no' } as const
        const attempt = state.rounds.at(-1)!.fix!.results.length
        return [{ type: 'fix-validated', round: action.round, attempt, validations: [hook] }]
      }
      return [{ type: 'fix-committed', round: action.round, commit: `c${world.steps}`, point: point() }]
    case 'restore': {
      const { tree } = state.rounds.at(-1)!.point
      world.tree = Number(tree.slice(1))
      return [{ type: 'rolled-back', round: action.round, why: action.why, commit: null, point: point() }]
    }
    case 'revert': {
      const { tree } = state.rounds.at(-2)!.point
      world.tree = Number(tree.slice(1))
      return [{ type: 'rolled-back', round: action.round, why: action.why, commit: `r${world.steps}`, point: point() }]
    }
    case 'certify':
      return [{ type: 'certified', round: action.round, certificates: [] }]
    case 'ask':
      return [{ type: 'asked', question: { ...action.question, text: '' } }]
    case 'wait': {
      const answer = action.question.allowed[random.below(action.question.allowed.length)]!
      return [answered(answer)]
    }
    case 'answer':
      return [{ type: 'asked', question: { ...action.question, text: '' } }, answered(action.answer)]
    case 'end':
      return []
  }
}

const answered = (answer: LoopAnswer): SessionFact => ({ type: 'answered', answer, by: 'Anna', why: 'because' })

/** More than any loop of five rounds can need. */
const mostSteps = 120

function runHistory(seed: number): { readonly state: LoopState; readonly action: LoopAction; readonly world: World } {
  const random = chance(seed)
  const world: World = { random, tree: 0, steps: 0 }
  let state = foldEvent(emptyState, {
    type: 'session-started',
    session: 's',
    branch: 'topic',
    base: 'main',
    baseCommit: 'b',
    start: { head: 'h0', tree: 't0' },
    policy: policyFrom(random),
    agents: { reviewer: 'x', fixer: 'x', verifier: 'x' },
    story: null,
  })
  for (;;) {
    const action = decide(state)
    if (action.step === 'end' || world.steps >= mostSteps) return { state, action, world }
    world.steps += 1
    // A crash between two events: nothing but the journal is left, and the step is decided again.
    const again = decide(state)
    if (JSON.stringify(again) !== JSON.stringify(action)) throw new Error('the same journal went on in another way')
    for (const fact of outcomeOf(action, state, world)) state = foldEvent(state, fact)
    if (random.is(0.03)) {
      world.tree += 1
      const found = { head: `h${world.tree}`, tree: `t${world.tree}` }
      if (state.question === null && state.answer?.answer !== 'a' && state.answer?.answer !== 'b') {
        state = foldEvent(state, { type: 'user-changed', round: state.rounds.length, found, why: 'edited' })
      }
    }
  }
}

describe('any history', () => {
  it('ends within its bounds, approves only behind a passing gate, and never on an unreviewed fix', () => {
    const outcomes = new Map<string, number>()
    for (let seed = 0; seed < 100_000; seed += 1) {
      const { state, action, world } = runHistory(seed)
      if (action.step !== 'end') throw new Error(`seed ${seed} does not end: ${JSON.stringify(action)}`)
      outcomes.set(action.outcome, (outcomes.get(action.outcome) ?? 0) + 1)
      if (state.rounds.length > 5) throw new Error(`seed ${seed} has ${state.rounds.length} rounds`)
      if (action.outcome !== 'approved') continue
      if (loopGate(state).result !== 'pass') throw new Error(`seed ${seed} approves without a passing gate`)
      const last = state.rounds.at(-1)
      if (last?.point.tree !== `t${world.tree}`) throw new Error(`seed ${seed} approves files that nobody reviewed`)
      if (last.fix !== null && last.fix.rolledBack === null) throw new Error(`seed ${seed} ends on a fix`)
    }
    // The world is varied enough to reach every end.
    expect([...outcomes.keys()].sort()).toEqual(['accepted', 'approved', 'blocked', 'inconclusive'])
    expect(Math.min(...outcomes.values())).toBeGreaterThan(500)
  }, 300_000)
})
