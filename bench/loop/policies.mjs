// When a loop stops, in several ways. Each takes a world and gives the one it leaves, what it says is left, what each review
// found, and the cost.
import { loadSource } from '../measure.mjs'
import { asFinding, keyOf } from './finding.mjs'
import { fix, review } from './world.mjs'

const { decide } = await loadSource('src/core/loop/decide.ts')
const { emptyState, foldEvent } = await loadSource('src/core/loop/fold.ts')

const mostRounds = 20

export const policies = [
  { name: 'ours, 3 rounds', run: (...given) => ours({ maxRounds: 3, onLimit: 'block' }, ...given) },
  { name: 'ours, up to 5', run: (...given) => ours({ maxRounds: 3, onLimit: 'continue' }, ...given) },
  { name: 'until zero findings', run: untilZero },
  { name: 'fixed 3 rounds', run: fixedRounds },
  { name: 'two dry rounds', run: twoDryRounds },
]

function untilZero(world, setting, random) {
  return loop(world, setting, random, { stops: ({ found }) => found.length === 0, wants: () => true })
}

function fixedRounds(world, setting, random) {
  return loop(world, setting, random, { stops: () => false, wants: ({ blocking }) => blocking, rounds: 3 })
}

function twoDryRounds(world, setting, random) {
  let dry = 0
  const stops = ({ found }) => {
    dry = found.some(({ blocking }) => blocking) ? 0 : dry + 1
    return dry === 2
  }
  return loop(world, setting, random, { stops, wants: ({ blocking }) => blocking })
}

/** A loop that knows nothing but its last review. What it fixed last, nobody looks at when the rounds are used up. */
function loop(start, setting, random, { stops, wants, rounds = mostRounds }) {
  let world = start
  let cost = 0
  const found = []
  while (found.length < rounds) {
    const reviewed = review(world, setting, random)
    cost += reviewed.cost
    found.push(reviewed.found.length)
    if (stops(reviewed)) return { world, known: reviewed.found.map(({ key }) => key), found, cost }
    const keys = reviewed.found.filter(wants).map(({ key }) => key)
    if (keys.length === 0) continue
    const fixed = fix(world, keys, setting, random)
    world = fixed.world
    cost += fixed.cost
  }
  return { world, known: [], found, cost }
}

/** The product's own decisions, step by step; only the world is made up. */
function ours(chosen, start, setting, random) {
  const course = { world: start, trees: new Map([[0, start]]), cost: 0, setting, random }
  let state = foldEvent(emptyState, startOf(chosen))
  for (;;) {
    const action = decide(state)
    if (action.step === 'end') {
      const left = state.ledger.filter(({ status }) => stillThere.has(status))
      const known = left.map(({ finding }) => keyOf(finding))
      return { world: course.world, known, found: state.rounds.map(({ found }) => found), cost: course.cost }
    }
    for (const fact of perform(action, state, course)) state = foldEvent(state, fact)
  }
}

const stillThere = new Set(['open', 'persisting', 'regressed', 'deferred'])

function perform(action, state, course) {
  const { setting, random } = course
  switch (action.step) {
    case 'record':
      return [{ type: 'work-recorded', point: pointOf(course.world) }]
    case 'review': {
      const reviewed = review(course.world, setting, random)
      course.cost += reviewed.cost
      return [reviewFact(action.round, reviewed, pointOf(course.world))]
    }
    case 'fix': {
      const keys = state.ledger.filter(holdsUp).map(({ finding }) => keyOf(finding))
      const fixed = fix({ ...course.world, tree: course.trees.size - 1 }, keys, setting, random)
      course.world = fixed.world
      course.cost += fixed.cost
      course.trees.set(fixed.world.tree, fixed.world)
      return [fixFact(action.round, state, fixed.files, pointOf(course.world))]
    }
    case 'commit':
      return [{ type: 'fix-committed', round: action.round, commit: `c${action.round}`, point: pointOf(course.world) }]
    case 'revert': {
      const tree = Number(state.rounds.at(-2).point.tree)
      // Names are not given twice, also after a roll-back.
      course.world = { ...course.trees.get(tree), named: course.world.named }
      const point = pointOf(course.world)
      return [{ type: 'rolled-back', round: action.round, why: action.why, commit: `r${action.round}`, point }]
    }
    case 'certify':
      return [{ type: 'certified', round: action.round, certificates: [] }]
    case 'answer':
      return [
        { type: 'asked', question: { ...action.question, text: '' } },
        { type: 'answered', answer: action.answer, by: 'the policy', why: action.why },
      ]
    default:
      throw new Error(`the simulator has no ${action.step}`)
  }
}

function holdsUp({ status, blocking }) {
  return blocking && status !== 'deferred' && stillThere.has(status)
}

const noUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: 0 }

function pointOf({ tree }) {
  return { head: String(tree), tree: String(tree) }
}

function startOf({ maxRounds, onLimit }) {
  const policy = {
    maxRounds,
    hardCap: 5,
    onLimit,
    commit: true,
    validate: [],
    baseline: 'block',
    scopeGuard: 'report',
    maxDollars: null,
    maxTimeMs: null,
  }
  const names = { session: 's', branch: 'topic', base: 'main', baseCommit: 'b', story: null }
  const agents = { reviewer: 'r', fixer: 'f', verifier: 'v' }
  return { type: 'session-started', ...names, policy, agents }
}

function reviewFact(round, { found, refuted }, point) {
  const isBlocked = found.some(({ blocking }) => blocking)
  return {
    type: 'round-reviewed',
    round,
    point,
    verdict: isBlocked ? 'needs_attention' : 'approve',
    gate: { result: isBlocked ? 'blocked' : 'pass', reasons: [] },
    findings: found.map(asFinding),
    refuted: refuted.map(asFinding),
    waived: [],
    usage: noUsage,
    reviewDir: null,
    document: null,
  }
}

function fixFact(round, state, files, point) {
  const addressed = state.ledger.filter(holdsUp).map(({ id }) => ({ id, how: 'mended' }))
  const changedFiles = files.map((file) => `src/${file}.ts`)
  const outcome = { name: 'fixer', agent: 'f', status: 'ok', reason: null, durationMs: 0, findings: 0, usage: noUsage }
  const fix = {
    status: 'fixed',
    addressed,
    unable: [],
    changedFiles,
    unnamedFiles: [],
    beyondFiles: [],
    restored: false,
    problems: [],
  }
  return { type: 'fix-made', round, point, fix: { ...fix, outcome } }
}
