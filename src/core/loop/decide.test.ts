import { describe, expect, it } from 'vitest'
import { damageCases, damageTimeout } from '../../../test/damage/damage.ts'
import { finding } from '../../../test/support/change.ts'
import {
  byMail,
  committed,
  fixMade,
  pointOf,
  reviewed,
  started,
  startedByMail,
  stateOf,
  validation,
} from '../../../test/support/loop-journal.ts'
import type { Finding } from '../../types.ts'
import { noUsage } from '../cost/usage.ts'
import { decide, type LoopAction } from './decide.ts'
import { emptyState, foldEvent } from './fold.ts'
import { loopGate } from './loop-gate.ts'
import { hasTrait } from './reviewer-traits.ts'
import { type FixRecord, fixedRound, type LoopState, policyOf } from './state.ts'
import type { LedgerEntry, LoopAnswer, LoopPolicy, SessionFact, ValidationResult } from './types.ts'
import { isFailing } from './validations.ts'

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
    maxTimeMs: random.is(0.1) ? 20 : null,
  }
}

/** What is outside of the journal: the files, the branch, and the time. */
interface World {
  readonly random: Chance
  head: number
  tree: number
  steps: number
  /** What the validation commands said, by tree. */
  readonly validated: Map<number, readonly ValidationResult[]>
  /** What the last review says, in its own words. */
  found: readonly Finding[]
  /** A person changed files since the last fix was begun. */
  edited: boolean
  /** Files that changed since, and before the review of each round. */
  changed: Set<string>
  readonly changedBefore: Map<number, ReadonlySet<string>>
}

function reviewIn(world: World, round: number, findings: readonly Finding[]): void {
  world.found = findings
  world.changedBefore.set(round, world.changed)
  world.changed = new Set()
}

function changeIn(world: World, tree: number, file: string): void {
  world.tree = tree
  world.changed.add(file)
}

/** A person works on any of the files. */
function editIn(world: World): void {
  world.edited = true
  changeIn(world, world.tree + 1, pool[world.random.below(pool.length)]!.file!)
}

/** What a verifier says of a finding that it does not refute. */
const seen = (random: Chance): Finding['verification'] =>
  random.is(0.5) ? { by: 'x', quote: 'code', reason: 'so it is' } : null

const pointIn = ({ head, tree }: World) => ({ head: `h${head}`, tree: `t${tree}` })

/** The same files give the same result. */
function validateIn({ random, tree, validated }: World, share: number): readonly ValidationResult[] {
  const status = random.is(share) ? 'passed' : 'failed'
  const results = [{ command: 'npm test', status, exitCode: 0, durationMs: 1, output: '' }] as const
  if (!validated.has(tree)) validated.set(tree, results)
  return validated.get(tree)!
}

/** What the world makes of a step. */
function outcomeOf(action: LoopAction, state: LoopState, world: World): SessionFact[] {
  const { random } = world
  const point = () => pointIn(world)
  switch (action.step) {
    case 'record':
      return [{ type: 'work-recorded', point: point() }]
    case 'baseline':
      return [{ type: 'baseline-validated', validations: validateIn(world, 0.8) }]
    case 'review': {
      const unpublished = state.rounds.at(-1)?.fix
      if (unpublished?.commit != null && unpublished.rolledBack === null && !world.edited && random.is(0.05))
        return [{ type: 'fix-unwanted', round: state.rounds.length, why: 'no' }]
      const silent = random.is(0.15)
      const isFinal = hasTrait(state, 'answers-once') && random.is(0.15)
      const findings = pool.filter(() => random.is(0.3)).map((one) => ({ ...one, verification: seen(random) }))
      const refuted = random.is(0.2)
        ? [pool[random.below(3)]!].filter(({ id }) => !findings.some((one) => one.id === id))
        : []
      const changed = [...world.changed]
      if (!silent) reviewIn(world, action.round, findings)
      const blocking = findings.some((one) => one.blocking)
      return [
        {
          type: 'round-reviewed',
          round: action.round,
          point: point(),
          changed,
          verdict: silent ? 'inconclusive' : blocking ? 'needs_attention' : 'approve',
          gate: {
            result: silent ? 'inconclusive' : blocking || isFinal ? 'blocked' : 'pass',
            reasons: silent ? ['silence'] : [],
          },
          findings,
          refuted,
          waived: [],
          usage: { ...noUsage, costUsd: random.next() },
          reviewDir: null,
          document: null,
          ...(isFinal ? { final: 'the rounds are used up' } : {}),
        },
      ]
    }
    case 'fix': {
      if (action.broke.length === 0) world.edited = false
      const status = (['fixed', 'fixed', 'fixed', 'fixed', 'failed', 'unable'] as const)[random.below(6)]!
      // Sometimes back to files that were there before.
      if (status === 'fixed')
        changeIn(world, random.is(0.1) ? random.below(world.tree + 1) : world.tree + 1, 'src/0.ts')
      return [
        {
          type: 'fix-made',
          round: action.round,
          point: point(),
          ...(random.is(0.1) ? { undoes: { round: 1, files: ['src/0.ts'] } } : {}),
          fix: {
            status,
            addressed: [],
            unable: [],
            changedFiles: status === 'fixed' ? ['src/0.ts'] : [],
            unnamedFiles: random.is(0.1) ? ['other.ts'] : [],
            beyondFiles: random.is(0.1) ? ['other.ts'] : [],
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
        { type: 'fix-validated', round: action.round, attempt: action.attempt, validations: validateIn(world, 0.7) },
      ]
    case 'commit':
      if (!world.edited && random.is(0.05)) return [{ type: 'fix-unwanted', round: action.round, why: 'no' }]
      if (random.is(0.1)) {
        const hook = { command: 'git commit', status: 'failed', exitCode: 1, durationMs: 1, output: 'no' } as const
        const attempt = state.rounds.at(-1)!.fix!.results.length
        return [{ type: 'fix-validated', round: action.round, attempt, validations: [hook] }]
      }
      if (random.is(0.1)) return [{ type: 'fix-committed', round: action.round, commit: null, point: point() }]
      world.head += 1
      // A hook may change what is committed.
      if (random.is(0.1)) world.tree = world.steps + 1_000_000
      return [{ type: 'fix-committed', round: action.round, commit: `c${world.steps}`, point: point() }]
    case 'restore': {
      takeBack(state, world)
      return [{ type: 'rolled-back', round: action.round, why: action.why, commit: null, point: point() }]
    }
    case 'revert': {
      takeBack(state, world)
      world.head += 1
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

function takeBack(state: LoopState, world: World): void {
  if (world.edited) throw new Error('takes back the work of a person')
  world.tree = Number(fixedRound(state).point.tree.slice(1))
}

const answered = (answer: LoopAnswer): SessionFact => ({ type: 'answered', answer, by: 'Anna', why: 'because' })

/** More than any loop of five rounds can need, with all that is cut off and done again. */
const mostSteps = 200

const elapsedIn = ({ steps }: World) => ({ elapsedMs: steps })

interface History {
  readonly state: LoopState
  readonly action: LoopAction
  readonly world: World
  readonly crashes: number
}

function runHistory(seed: number): History {
  const random = chance(seed)
  const world: World = {
    random,
    head: 0,
    tree: 0,
    steps: 0,
    validated: new Map(),
    found: [],
    edited: false,
    changed: new Set(),
    changedBefore: new Map(),
  }
  let crashes = 0
  let state = foldEvent(emptyState, {
    type: 'session-started',
    session: 's',
    branch: 'topic',
    base: 'main',
    baseCommit: 'b',
    policy: policyFrom(random),
    agents: { reviewer: 'x', fixer: 'x', verifier: 'x' },
    story: null,
    ...(random.is(0.3) ? { mail: byMail, traits: ['sees-pushed', 'answers-once', 'may-veto'] as const } : {}),
  })
  const note = (...facts: readonly SessionFact[]) => {
    for (const fact of facts) state = foldEvent(state, fact)
  }
  for (;;) {
    const action = decide(state, elapsedIn(world))
    // Nothing but the journal is left after a crash.
    if (JSON.stringify(decide(state, elapsedIn(world))) !== JSON.stringify(action)) {
      throw new Error('the same journal went on in another way')
    }
    if (world.steps >= mostSteps) return { state, action, world, crashes }
    world.steps += 1
    if (!isWaiting(action) && hasMoved(state, world)) {
      note({ type: 'user-changed', round: state.rounds.length, found: pointIn(world), why: 'edited' })
      continue
    }
    if (action.step === 'end') {
      const mayGoOn =
        state.answer?.answer === 'a' || (hasTrait(state, 'answers-once') && action.outcome === 'inconclusive')
      if (!mayGoOn || random.is(0.7)) return { state, action, world, crashes }
      // A person has worked on it, and it goes on.
      note({ type: 'ended', outcome: action.outcome, reason: action.reason, head: '' })
      if (random.is(0.7)) editIn(world)
      note({ type: 'resumed', point: pointIn(world) })
      continue
    }
    if (isEffect(action)) note({ type: 'intended', step: action.step, point: intendedPoint(action, state, world) })
    if (random.is(0.05)) {
      crashes += 1
      if (random.is(0.7)) outcomeOf(action, state, world)
      while (random.is(0.2)) mend(state, world)
      note(...mend(state, world), { type: 'resumed', point: pointIn(world) })
    } else {
      note(...outcomeOf(action, state, world))
    }
    if (random.is(0.03)) editIn(world)
  }
}

/** Steps before which nobody looks at the files. */
function isWaiting(action: LoopAction): boolean {
  if (action.step === 'end') return action.outcome !== 'approved'
  return ['ask', 'answer', 'wait', 'baseline', 'validate'].includes(action.step)
}

function isEffect({ step }: LoopAction): boolean {
  return step === 'fix' || step === 'commit' || step === 'restore' || step === 'revert'
}

function intendedPoint({ step }: LoopAction, state: LoopState, world: World) {
  return step === 'restore' ? fixedRound(state).point : pointIn(world)
}

function hasMoved({ point }: LoopState, world: World): boolean {
  const found = pointIn(world)
  return point !== null && (point.head !== found.head || point.tree !== found.tree)
}

/** What is done after a crash: a commit that was made counts, everything else is undone. May itself be cut off. */
function mend(state: LoopState, world: World): readonly SessionFact[] {
  const { intended } = state
  if (intended === null) return []
  const action = decide(state, elapsedIn(world))
  const isCommitted = pointIn(world).head !== intended.point.head
  if (!isCommitted) world.tree = Number(intended.point.tree.slice(1))
  const point = pointIn(world)
  if (isCommitted && action.step === 'commit')
    return [{ type: 'fix-committed', round: action.round, commit: 'c', point }]
  if (isCommitted && action.step === 'revert') {
    return [{ type: 'rolled-back', round: action.round, why: action.why, commit: 'r', point }]
  }
  if (action.step !== 'restore' || intended.step !== 'restore') return []
  return [{ type: 'rolled-back', round: action.round, why: action.why, commit: null, point }]
}

/** Why an end must not be; null when it may. */
function wrongEnd({ state, action, world }: History): string | null {
  if (action.step !== 'end') return `does not end: ${JSON.stringify(action)}`
  if (state.rounds.length > 5) return `has ${state.rounds.length} rounds`
  const last = state.rounds.at(-1)
  if (action.outcome === 'approved') {
    if (loopGate(state).result !== 'pass') return 'approves without a passing gate'
    if (last?.point.tree !== `t${world.tree}`) return 'approves files that nobody reviewed'
    const results = policyOf(state).validate.length === 0 ? [] : world.validated.get(world.tree)
    if (results === undefined) return 'approves files on which no validation command ran'
    const isAllowed = policyOf(state).baseline === 'allow' && state.baseline?.[0]?.status === 'failed'
    if (results.some(isFailing) && !isAllowed) return 'approves files on which a validation command fails'
    const confirmed = world.found.filter(({ severity, verification }) => isGrave(severity) && verification !== null)
    const isAccepted = ({ id }: Finding) => state.ledger.some((entry) => entry.id === id && entry.status === 'accepted')
    if (!confirmed.every(isAccepted)) return 'approves what its last review found and a verifier confirmed'
    const isTouched = ({ finding: { file }, history }: LedgerEntry) =>
      world.changedBefore.get(history.at(-1)!.round)?.has(file!) === true
    const closed = state.ledger.filter(({ status, blocking }) => status === 'fixed' && blocking)
    if (!hasTrait(state, 'may-veto') && !closed.every(isTouched))
      return 'takes silence about files that are the same for a fix'
    if (last?.final !== null) return 'approves although the reviewer gives up'
    if (hasTrait(state, 'may-veto') && last.gate.result !== 'pass') return 'approves without the word of the reviewer'
  }
  const fix = last?.fix ?? null
  const isLeft = fix?.rolledBack === null && fix.point.tree !== last?.point.tree && fix.point.tree === `t${world.tree}`
  // A person may leave one behind; what is not the fixer's own is left to a person, too.
  const isPersons = state.answer?.by === 'Anna' || hasForeignFiles(fix)
  // By mail the answer may still come.
  if (hasTrait(state, 'answers-once') && action.outcome === 'inconclusive') return null
  return isLeft && !isPersons ? `ends as ${action.outcome} on an unreviewed fix` : null
}

function isGrave(severity: Finding['severity']): boolean {
  return severity === 'P0' || severity === 'P1'
}

function hasForeignFiles(fix: FixRecord | null): boolean {
  return fix?.results.at(-1)?.unnamedFiles.length !== 0
}

describe('any history', () => {
  it(
    'ends within its bounds, approves only behind a passing gate, and never on an unreviewed fix',
    () => {
      const outcomes = new Map<string, number>()
      let crashes = 0
      for (let seed = 0; seed < damageCases(); seed += 1) {
        const history = runHistory(seed)
        const wrong = wrongEnd(history)
        if (wrong !== null) throw new Error(`seed ${seed} ${wrong}`)
        const outcome = history.action.step === 'end' ? history.action.outcome : ''
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        crashes += history.crashes
      }
      // The world is varied enough to reach every end.
      expect([...outcomes.keys()].sort()).toEqual(['accepted', 'approved', 'blocked', 'inconclusive'])
      expect(Math.min(...outcomes.values())).toBeGreaterThan(damageCases() / 200)
      expect(crashes).toBeGreaterThan(damageCases() / 5)
    },
    damageTimeout,
  )
})

describe('a question', () => {
  it.each([
    ['accept', 'answer'],
    ['continue', 'answer'],
    ['ask', 'wait'],
  ] as const)(
    'that is asked under --on-limit %s goes on with %s, also after a crash right behind it',
    (onLimit, step) => {
      const blocked = stateOf(started({ onLimit, maxRounds: 1 }), reviewed(1, 'a', [pool[0]!]))
      const action = decide(blocked)
      if (action.step !== 'ask' && action.step !== 'answer') throw new Error(action.step)
      const cut = foldEvent(blocked, { type: 'asked', question: { ...action.question, text: '' } })
      expect(decide(cut)).toMatchObject({ step, question: action.question })
    },
  )
})

it('runs a validation command that failed with nothing left to fix once more after answer (c)', () => {
  const question = { round: 1, reason: 'validation', text: '', remaining: [], allowed: ['a', 'b', 'c'] } as const
  const baseline = (status: 'passed' | 'failed') =>
    ({ type: 'baseline-validated', validations: [validation(status)] }) as const
  const facts = [
    started({ validate: ['npm test'] }),
    baseline('failed'),
    reviewed(1, 'a', []),
    { type: 'asked', question } as const,
    answered('c'),
  ]
  expect(decide(stateOf(...facts))).toEqual({ step: 'baseline' })
  expect(decide(stateOf(...facts, baseline('passed')))).toMatchObject({ outcome: 'approved' })
})

it('does not offer to accept what nobody has reviewed', () => {
  const edited = { type: 'user-changed', round: 0, found: pointOf('x'), why: 'edited' } as const
  expect(decide(stateOf(started(), edited))).toMatchObject({ step: 'ask', question: { allowed: ['a', 'c'] } })
  const later = [started(), reviewed(1, 'a', []), edited]
  expect(decide(stateOf(...later))).toMatchObject({ question: { allowed: ['a', 'b', 'c'] } })
})

describe('after answer (a)', () => {
  const given = [
    { type: 'asked', question: { round: 1, reason: 'unable', text: '', remaining: [], allowed: ['a', 'b', 'c'] } },
    answered('a'),
    { type: 'ended', outcome: 'blocked', reason: '', head: '' },
  ] as const
  const before = [reviewed(1, 'a', [pool[0]!]), fixMade(1, 'a', { status: 'unable', changedFiles: [] })]

  it.each(['a', 'b'])('the next thing is a review, also when the fixer had given up; files as in %s', (point) => {
    const state = stateOf(started(), ...before, ...given, { type: 'resumed', point: pointOf(point) })
    expect(decide(state)).toEqual({ step: 'review', round: 2 })
  })

  it('validation commands are run again before it, and what they say now counts', () => {
    const facts = [
      started({ validate: ['npm test'] }),
      { type: 'baseline-validated', validations: [validation('failed')] } as const,
      reviewed(1, 'a', []),
      ...given,
      { type: 'resumed', point: pointOf('b') } as const,
    ]
    expect(decide(stateOf(...facts))).toEqual({ step: 'baseline' })
    const mended = { type: 'baseline-validated', validations: [validation('passed')] } as const
    expect(decide(stateOf(...facts, mended))).toEqual({ step: 'review', round: 2 })
    expect(decide(stateOf(...facts, mended, reviewed(2, 'b', [])))).toMatchObject({ outcome: 'approved' })
  })
})

describe('a reviewer who is asked by mail', () => {
  const silent = { gate: { result: 'inconclusive', reasons: ['No answer.'] } } as const
  const final = { final: 'there is no further round', gate: { result: 'blocked', reasons: ['it ends'] } } as const
  const minor = pool[5]!
  const fixed = [reviewed(1, 'a', [pool[0]!]), fixMade(1, 'b', { changedFiles: ['src/0.ts'] }), committed(1, 'b')]

  it('is not asked the same twice, and a fix that waits for its answer stays', () => {
    const unanswered = [...fixed, reviewed(2, 'b', [], silent)]
    expect(decide(stateOf(startedByMail(), ...unanswered))).toEqual({
      step: 'end',
      outcome: 'inconclusive',
      reason: 'No answer.',
    })
    expect(decide(stateOf(started(), ...unanswered))).toEqual({ step: 'review', round: 2 })
    expect(decide(stateOf(started(), ...unanswered, reviewed(2, 'b', [], silent)))).toMatchObject({ step: 'revert' })
  })

  it.each(['b', 'c'])('may still answer when the session is gone on with; files as in %s', (point) => {
    const ended = { type: 'ended', outcome: 'inconclusive', reason: '', head: '' } as const
    const resumed = { type: 'resumed', point: pointOf(point) } as const
    const validate = ['npm test']
    const before = [{ type: 'baseline-validated', validations: [validation('passed')] } as const, ...fixed]
    const facts = [...before, reviewed(2, 'b', [], silent), ended, resumed]
    const step = point === 'b' ? { step: 'review', round: 2 } : { step: 'baseline' }
    expect(decide(stateOf(startedByMail({ validate }), ...facts))).toEqual(step)
    expect(decide(stateOf(started({ validate }), ...facts))).toMatchObject({ step: 'end', outcome: 'inconclusive' })
  })

  it('has nothing to say once a pull request is closed, until it is open again', () => {
    const closed = reviewed(2, 'b', [], { ...silent, ended: 'closed', unpushed: 'a..b' })
    const ended = { type: 'ended', outcome: 'inconclusive', reason: '', head: '' } as const
    const resumed = { type: 'resumed', point: pointOf('b') } as const
    const facts = [startedByMail(), ...fixed, closed, ended]
    expect(decide(stateOf(...facts, resumed))).toMatchObject({ step: 'end' })
    const opened = stateOf(...facts, { ...resumed, reopened: true })
    expect(decide(opened)).toEqual({ step: 'review', round: 2 })
    expect(opened).toMatchObject({ pullRequest: null, unpushed: null })
  })

  it.each([
    ['ask', { step: 'ask', question: { reason: 'reviewer', allowed: ['a', 'b', 'c'] } }],
    [
      'block',
      { step: 'end', outcome: 'blocked', reason: 'What is left is for a person to decide. There is no further round.' },
    ],
    ['accept', { step: 'answer', answer: 'b' }],
    ['continue', { step: 'answer', answer: 'c' }],
  ] as const)('has the last word when it gives no further round: --on-limit %s', (onLimit, action) => {
    for (const found of [pool[0]!, minor]) {
      expect(decide(stateOf(startedByMail({ onLimit }), reviewed(1, 'a', [found], final)))).toMatchObject(action)
    }
  })

  it.each([
    [pool[0]!, { step: 'fix', round: 1 }],
    [minor, { step: 'review', round: 2 }],
  ])('is asked again where a person insists, and what blocks is fixed before: %#', (found, action) => {
    const question = { round: 1, reason: 'reviewer', text: '', remaining: [], allowed: ['c'] } as const
    const facts = [reviewed(1, 'a', [found], final), { type: 'asked', question } as const, answered('c')]
    expect(decide(stateOf(startedByMail(), ...facts))).toMatchObject(action)
  })

  it('blocks with what is not grave in a later round, and approves by its word alone', () => {
    const late = [...fixed, reviewed(2, 'b', [pool[3]!])]
    expect(decide(stateOf(startedByMail(), ...late))).toMatchObject({ step: 'certify' })
    const certified = { type: 'certified', round: 2, certificates: [] } as const
    expect(decide(stateOf(startedByMail(), ...late, certified))).toMatchObject({ step: 'fix' })
    expect(decide(stateOf(started(), ...late, certified))).toMatchObject({ outcome: 'approved' })
    const untouched = [reviewed(1, 'a', [pool[1]!]), fixMade(1, 'b', { changedFiles: ['else.ts'] }), committed(1, 'b')]
    const approved = [...untouched, reviewed(2, 'b', []), certified]
    expect(decide(stateOf(startedByMail(), ...approved))).toMatchObject({ outcome: 'approved' })
    expect(decide(stateOf(started(), ...approved))).toMatchObject({ step: 'fix' })
  })
})
