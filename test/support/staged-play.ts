import { type RunAction, restsOnFiles } from '../../src/core/staged/machine/actions.ts'
import { decideRun } from '../../src/core/staged/machine/decide.ts'
import { emptyRun } from '../../src/core/staged/machine/empty-run.ts'
import type { RunEvent, RunFact } from '../../src/core/staged/machine/facts.ts'
import { foldFact, foldRun } from '../../src/core/staged/machine/fold.ts'
import { withdrawalOf } from '../../src/core/staged/machine/fold-tree.ts'
import { isVerified, type RunState } from '../../src/core/staged/machine/state.ts'
import type { SessionStart } from '../../src/core/staged/session-file/start-session.ts'
import { answerIn, chance, editFiles, effectOf, pointIn, policyIn, treeIn, type World } from './staged-world.ts'

export interface PlayedRun {
  readonly facts: readonly RunFact[]
  readonly state: RunState
  /** The most steps between two starts of the program. */
  readonly longest: number
  /** The files when it delivered. */
  readonly deliveredTree: string | null
}

const mostSteps = 1000

/** A run as a runner would perform it, killed between any two facts and resumed, with people who edit files meanwhile. */
export function playRun(seed: number): PlayedRun {
  const random = chance(seed)
  const world: World = { random, skill: 0.5 + random.below(50) / 100, head: 1, tree: 1, newest: 1, patience: 8 }
  const facts: RunFact[] = []
  let state = emptyRun
  const note = (fact: RunFact): void => {
    facts.push(fact)
    state = foldFact(state, fact)
  }
  note(startIn(world))
  let [steps, longest, lives, edits] = [0, 0, 4, 3]
  let deliveredTree: string | null = null
  const resume = (): void => {
    lives -= 1
    steps = 0
    const events: RunEvent[] = facts.map((fact) => ({ at: '', ...structuredClone(fact) }))
    state = foldRun(events)
    if (state.intended !== null) world.tree = Number(state.intended.point.tree)
    note({ type: 'resumed', policy: policyIn(world) })
    const withdrawal = withdrawalOf(state, pointIn(world))
    if (withdrawal !== null) note(withdrawal)
  }
  for (;;) {
    steps += 1
    longest = Math.max(longest, steps)
    if (steps > mostSteps) throw new Error(`seed ${seed} does not end`)
    if (lives > 0 && random.is(0.01)) {
      if (random.is(0.5)) note({ type: 'interrupted', why: 'SIGINT' })
      resume()
    }
    if (edits > 0 && random.is(0.01)) {
      edits -= 1
      editFiles(world)
    }
    const action = decideRun(state)
    if (action.step === 'end') {
      if (state.outcome === null) note(endedBy(action, state, world))
      if (state.outcome === 'delivered' || lives === 0 || random.is(0.4))
        return { facts, state, longest, deliveredTree }
      resume()
      continue
    }
    if (restsOnFiles(action) && pointIn(world).tree !== state.point?.tree) {
      const reasons = [{ reason: 'newly-dirty', paths: ['src/a.ts'] }] as const
      note({ type: 'drift-found', kind: 'drift', reasons, point: pointIn(world), tree: treeIn(world) })
      continue
    }
    const fact = recordOf(action, state, world)
    if (fact !== null) {
      note(fact)
      continue
    }
    note({ type: 'intended', step: action.step, point: pointIn(world) })
    if (action.step === 'deliver') deliveredTree = pointIn(world).tree
    const came = effectOf(action, world)
    // Killed after the effect and before its fact. A commit that was made counts, so a delivery is not undone.
    if (lives > 0 && random.is(0.02) && action.step !== 'deliver') resume()
    else note(came)
  }
}

function startIn(world: World): RunFact {
  const { random } = world
  const text = { title: 'T', problem: 'p', context: 'c', criteria: '- x' }
  const begin: SessionStart = random.of([
    { entry: 'review-loop', ...text },
    { entry: 'review-loop', ...text },
    { entry: 'execute-from-plan', title: 'T', description: '', plan: '1. x' },
    { entry: 'review-only', description: '', target: 'HEAD' },
  ])
  return {
    type: 'run-started',
    session: 's',
    named: {},
    validate: [],
    branch: 'topic',
    title: 'T',
    workItem: 'w',
    policy: policyIn(world),
    begin,
    backends: { session_origin: 'o', orchestrator_backend: 'o', executor_backend: 'e', reviewer_backend: 'r' },
  }
}

/** The fact of a step that is nothing but a fact; null for an effect. */
function recordOf(action: RunAction, state: RunState, world: World): RunFact | null {
  switch (action.step) {
    case 'read-work':
      return { type: 'work-read', point: pointIn(world), tree: treeIn(world) }
    case 'enter':
      return { type: 'entered', pass: action.pass }
    case 'approve-plan':
      return { type: 'plan-approved', text: action.text }
    case 'complete':
      return { type: 'stage-completed', stage: action.stage, why: action.why }
    case 'clear':
      return { type: 'cleared', why: action.why }
    case 'accept-drift':
      return { type: 'drift-accepted', kind: state.drift!.kind, by: action.by, tree: state.drift!.tree }
    case 'ask':
      return { type: 'asked', question: { ...action.question, text: '?' }, tree: treeSnapshot(state, world) }
    case 'wait':
      return { type: 'answered', answer: answerIn(action.question, world), by: 'Ann' }
    case 'stop':
      return { type: 'stopped', stopPoint: action.at, tree: treeSnapshot(state, world) }
    default:
      return null
  }
}

function endedBy(
  { outcome, reason, blockedBy }: Extract<RunAction, { step: 'end' }>,
  state: RunState,
  world: World,
): RunFact {
  return { type: 'ended', outcome, reason, blockedBy, tree: treeSnapshot(state, world) }
}

const treeSnapshot = (state: RunState, world: World) => (isVerified(state) ? treeIn(world) : null)
