import { noUsage } from '../../src/core/cost/usage.ts'
import type { ValidationResult, WorkPoint } from '../../src/core/loop/types.ts'
import type { RunAction } from '../../src/core/staged/machine/actions.ts'
import type { RunFact } from '../../src/core/staged/machine/facts.ts'
import type { RunPolicy } from '../../src/core/staged/machine/policy.ts'
import type { AskedQuestion, RunAnswer } from '../../src/core/staged/machine/questions.ts'
import type { OpenQuestion } from '../../src/core/staged/replies/question.ts'
import type { ReviewIssue } from '../../src/core/staged/replies/reviewer-issues.ts'
import { failureKinds } from '../../src/core/staged/session-file/session-round.ts'
import { stopPoints } from '../../src/core/staged/stages.ts'

// A made-up world for staged runs: files are a number, agents are chance.

/** Small and quick; the same seed gives the same history. */
export function chance(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    is: (share: number) => next() < share,
    of: <Value>(values: readonly Value[]) => values[below(values.length)]!,
  }
}

export interface World {
  readonly random: ReturnType<typeof chance>
  /** How good its agents are, from 0 to 1. */
  readonly skill: number
  head: number
  tree: number
  newest: number
  /** How often somebody still goes on when asked. */
  patience: number
}

export const pointIn = ({ head, tree }: World): WorkPoint => ({ head: `${head}`, tree: `${tree}` })

export const treeIn = ({ head, tree }: World) => ({
  head: `${head}`.padStart(40, 'a'),
  dirty: { 'src/a.ts': `${tree}`.padStart(40, 'b') },
})

export function editFiles(world: World): void {
  world.newest += 1
  world.tree = world.newest
}

export function policyIn({ random }: World): RunPolicy {
  return {
    handsfree: random.is(0.4),
    stopAfter: random.is(0.6) ? 'delivery' : random.of(stopPoints),
    planOnly: random.is(0.05),
    acceptExternal: random.is(0.3),
    softLimitPlan: 1 + random.below(3),
    softLimitExec: 1 + random.below(3),
    skipPolish: random.is(0.2),
    validates: random.is(0.5),
    gate: random.is(0.4),
    reviewerRetries: random.is(0.5) ? 0 : 1,
    maxDollars: random.is(0.1) ? 20 : null,
    maxTimeMs: null,
  }
}

/** What the world makes of a step that is an effect. The files change before the fact is there. */
export function effectOf(action: RunAction, world: World): RunFact {
  const { random, skill } = world
  const spent = { backend: 'played', usage: { ...noUsage, costUsd: 0.1 }, durationMs: 1 }
  switch (action.step) {
    case 'write':
      return writeIn(action, world, spent)
    case 'review': {
      const { pass, round, attempt, kind } = action
      const point = pointIn(world)
      if (random.is(0.03)) editFiles(world)
      const work = { pass, round, ...spent, point }
      if (action.by === 'reviewer' && random.is(0.1 * (1 - skill) + 0.02))
        return { type: 'reviewer-failed', attempt, failure: { kind: random.of(failureKinds), reason: 'x' }, ...work }
      const isFine = random.is(skill)
      const verdict = isFine ? 'APPROVE' : 'REQUEST_CHANGES'
      return {
        type: 'reviewed',
        kind,
        verdict,
        issues: isFine ? [] : [issueIn(world)],
        questions: askedIn(world),
        ...work,
      }
    }
    case 'baseline':
      return { type: 'baseline-validated', validations: validatedIn(world), wrote: [] }
    case 'check':
      return { type: 'checked', pass: action.pass, validations: random.is(0.9) ? validatedIn(world) : [], wrote: [] }
    case 'roll-back':
      world.tree = Number(action.to.tree)
      return { type: 'rolled-back', pass: action.pass, why: action.why, point: pointIn(world) }
    case 'gate': {
      const { round } = action
      if (random.is(0.2)) return { type: 'gate-skipped', round, why: 'skipped-by-config' }
      if (random.is(skill)) return { type: 'gate-passed', round, summary: '', issues: [], ...spent }
      return { type: 'gate-blocked', round, reason: 'x', issues: random.is(0.7) ? [issueIn(world)] : [], ...spent }
    }
    case 'preflight': {
      const { round } = action
      const tracked = random.is(0.05) ? ['.env'] : []
      const secrets = random.is(0.05) ? [issueIn(world)] : []
      const missing = random.is(0.3) ? [random.of(['*.pem', '*.key'])] : []
      return { type: 'preflight', round, tracked, secrets, missing }
    }
    case 'write-ignores':
      editFiles(world)
      return { type: 'ignores-written', patterns: action.patterns, point: pointIn(world) }
    case 'consult': {
      const { question } = action
      if (random.is(0.2)) return { type: 'undecided', reason: 'x', usage: noUsage }
      const answer = answerIn(question, world)
      return { type: 'decided', question, answer, reason: 'x', by: 'reviewer', usage: noUsage }
    }
    case 'deliver':
      world.head += 1
      return {
        type: 'delivered',
        commit: `${world.head}`.padStart(40, 'c'),
        mixed: [],
        changelog: null,
        changedByHook: [],
        point: pointIn(world),
        tree: treeIn(world),
      }
    default:
      throw new Error(`${action.step} is no effect`)
  }
}

function validatedIn({ random, skill }: World): readonly ValidationResult[] {
  const status = random.is(skill) ? 'passed' : 'failed'
  return [{ command: 'npm test', status, exitCode: 0, durationMs: 1, output: '' }]
}

function writeIn(
  { pass, role, round, attempt, since }: Extract<RunAction, { step: 'write' }>,
  world: World,
  spent: { readonly backend: string; readonly usage: typeof noUsage; readonly durationMs: number },
): RunFact {
  const { random, skill } = world
  const writes = role === 'executor' && random.is(pass === 'exec' ? 0.8 : 0.4)
  if (writes) editFiles(world)
  const work = { pass, round, ...spent, point: pointIn(world) }
  if (random.is(0.15 * (1 - skill) + 0.02)) return { type: 'writer-rejected', attempt, problems: ['x'], ...work }
  const isChanged = pointIn(world).tree !== since.tree
  return {
    type: 'written',
    text: `## Solution Plan: ${round}`,
    result: 'done',
    delta: isChanged ? [{ path: 'src/a.ts', kind: 'modified' }] : [],
    changed: [{ path: 'src/a.ts', note: '' }],
    related: [{ path: 'src/b.ts', note: 'used by it' }],
    isNoOp: !isChanged,
    proseOnly: random.is(0.5),
    questions: askedIn(world),
    ...work,
  }
}

function issueIn({ random }: World): ReviewIssue {
  return { severity: 'CRITICAL', text: `issue ${random.below(2)}`, file: 'src/a.ts', line: 1 }
}

function askedIn({ random }: World): readonly OpenQuestion[] {
  return random.is(0.08) ? [{ text: 'which?', kind: random.of(['outside', 'decision'] as const) }] : []
}

export function answerIn({ allowed }: AskedQuestion, world: World): RunAnswer {
  world.patience -= 1
  const choice = world.patience < 0 ? 'stop' : world.random.of(allowed)
  return { choice, text: 'x' }
}
