import { beforeAll, expect, it } from 'vitest'
import { type PlayedRun, playRun } from '../../../../test/support/staged-play.ts'
import { isFailing } from '../../loop/validations.ts'
import { unblockedStages } from '../delivery-block.ts'
import { parseSession } from '../session-file/session-parse.ts'
import { renderSession } from '../session-file/session-render.ts'
import { type Stage, stageOf, stages, stopsBefore } from '../stages.ts'
import type { Fact, RunFact } from './facts.ts'
import { contradictedStages } from './supported-claims.ts'
import { sessionOf } from './to-session.ts'

// Histories by chance, and what must hold in each of them, read from the journal without asking the machine.

const histories = 4_000

/** Whether a fact is there that must not be, after those before it. */
type Rule = (fact: RunFact, before: readonly RunFact[], run: PlayedRun) => boolean

const rules: Record<string, Rule> = {
  'delivers only with every stage, on files that a reviewer approved': (fact, before, { deliveredTree }) => {
    if (fact.type !== 'delivered') return false
    const tree = treeAfter(before)
    const completed = completedAfter(before)
    const isWhole = stages.every((stage) => completed.has(stage)) && before.some((one) => isApproval(one, tree))
    return tree !== deliveredTree || !isWhole || before.some(isType('delivered'))
  },
  'delivers only after a preflight of these files': (fact, before) => {
    if (fact.type !== 'delivered') return false
    const moved = before.findLastIndex(isMove)
    return !before.slice(moved + 1).some(isType('preflight'))
  },
  'delivers only after the commands ran on these files, where there are any': (fact, before) => {
    if (fact.type !== 'delivered' || !policyIn(before).validates) return false
    return !before.slice(before.findLastIndex(isMove) + 1).some(isType('checked'))
  },
  'completes security only when no secret was found': (fact, before) => {
    if (fact.type !== 'stage-completed' || fact.stage !== 'security') return false
    const { tracked, secrets } = before.findLast(isType('preflight')) ?? { tracked: ['nobody looked'], secrets: [] }
    return tracked.length + secrets.length > 0
  },
  'completes exec only with an approval of these files, and after the gate where it is on': (fact, before) => {
    if (fact.type !== 'stage-completed' || fact.stage !== 'exec') return false
    const converging = convergence(before)
    const last = converging.findLast(isType('reviewed', 'written'))
    return (
      last === undefined ||
      !isApproval(last, treeAfter(before)) ||
      (policyIn(before).gate && !converging.some(isGateAnswer))
    )
  },
  'completes exec never for files as the gate refused them': (fact, before) => {
    if (fact.type !== 'stage-completed' || fact.stage !== 'exec') return false
    const converging = convergence(before)
    const refused = converging.findLastIndex((one) => one.type === 'gate-blocked' && one.issues.length > 0)
    const since = before.length - converging.length + refused
    return refused >= 0 && treeAfter(before.slice(0, since)) === treeAfter(before)
  },
  'runs the gate once for each convergence': (fact, before) =>
    isType('gate-passed', 'gate-skipped', 'gate-blocked')(fact) && convergence(before).some(isGateAnswer),
  'begins nothing beyond its stop point': (fact, before) => {
    const { stopAfter } = policyIn([...before, fact])
    if (fact.type === 'delivered') return stopsBefore(stopAfter, 'delivery')
    const stage = fact.type === 'entered' ? stageOf(fact.pass) : null
    return stage !== null && stopsBefore(stopAfter, stage)
  },
  'leaves after one round of execution when told so': (fact, before) => {
    if (fact.type !== 'written' || fact.pass !== 'exec' || policyIn(before).stopAfter !== 'exec-round') return false
    const here = sinceStart(before)
    const isRefused = here.some((one) => one.type === 'reviewed' && one.pass === 'exec' && one.verdict !== 'APPROVE')
    return isRefused && !here.some(isType('drift-accepted'))
  },
  'asks no person hands-free where a reviewer or nobody may decide': (fact, before) => {
    if (fact.type === 'decided') return !policyIn(before).handsfree || fact.question.kind === 'outside'
    if (fact.type !== 'asked' || !policyIn(before).handsfree) return false
    const { kind } = fact.question
    const isLeft = sinceStart(before).some(isType('undecided')) && (kind === 'decision' || kind === 'soft-limit')
    const pass = before.slice(before.findLastIndex(isType('entered')))
    const isEnough = kind === 'decision' && pass.some(isType('decided'))
    return !(kind === 'outside' || kind === 'blocked' || kind === 'unchanged' || isLeft || isEnough)
  },
  'does nothing after a drift before somebody decided about it': (fact, before) => {
    if (!isType('written', 'reviewed', 'stage-completed', 'delivered', 'checked')(fact)) return false
    const found = before.findLastIndex(isType('drift-found'))
    return found >= 0 && !before.slice(found).some(isType('drift-accepted', 'resumed'))
  },
  'accepts a drift only with an answer or the flag': (fact, before) => {
    if (fact.type !== 'drift-accepted' || policyIn(before).acceptExternal) return false
    const found = before.slice(before.findLastIndex(isType('drift-found')))
    return !found.some((one) => one.type === 'answered' && one.answer.choice === 'accept')
  },
  'runs the commands before anybody executed, if at all': (fact, before) =>
    fact.type === 'baseline-validated' && before.some((one) => one.type === 'written' && one.pass === 'exec'),
  'completes polish with no command that passed before the run and does not now': (fact, before) => {
    if (fact.type !== 'stage-completed' || fact.stage !== 'polish' || policyIn(before).skipPolish) return false
    const isBroken = before.findLast(isType('checked'))?.validations.some(isFailing) ?? false
    const start = before.findLastIndex(isType('baseline-validated'))
    const hasPassed = before.slice(start).some((one) => 'validations' in one && one.validations.some(isPassing))
    return isBroken && (start < 0 || hasPassed)
  },
  'gives a writer two tries, and a reviewer as many as the policy says': (fact, before) => {
    if (fact.type === 'writer-rejected') return fact.attempt > 2
    return fact.type === 'reviewer-failed' && fact.attempt > policyIn(before).reviewerRetries + 1
  },
}

const offenders = new Map<string, number[]>()
const outcomes = new Set<string | null>()
const unlike: number[] = []
let longest = 0

beforeAll(() => {
  for (let seed = 0; seed < histories; seed += 1) {
    const run = playRun(seed)
    outcomes.add(run.state.outcome)
    longest = Math.max(longest, run.longest)
    for (const title of brokenRules(run)) offenders.set(title, [...(offenders.get(title) ?? []), seed])
    if (seed % 10 === 0 && !isToldWell(run)) unlike.push(seed)
  }
}, 300_000)

it('every history ends soon, and every way to end is among them', () => {
  expect(longest).toBeLessThan(300)
  expect(outcomes).toEqual(new Set(['planned', 'stopped', 'delivered', 'blocked', 'failed', 'aborted']))
})

it.each(Object.keys(rules))('every history %s', (title) => {
  expect(offenders.get(title)?.slice(0, 5) ?? []).toEqual([])
})

it('every history has a session file that can be read again and says what the machine knows', () => {
  expect(unlike).toEqual([])
})

function brokenRules(run: PlayedRun): ReadonlySet<string> {
  const broken = new Set<string>()
  run.facts.forEach((fact, index) => {
    const before = run.facts.slice(0, index)
    for (const [title, isWrong] of Object.entries(rules)) if (isWrong(fact, before, run)) broken.add(title)
  })
  return broken
}

function isToldWell({ facts, state }: PlayedRun): boolean {
  const document = sessionOf(facts.map((fact) => ({ at: '', ...fact })))
  if (document === null) return false
  const { completed_stages, delivery_blocked_by } = document.metadata.values
  const read = parseSession(renderSession(document))
  return (
    'value' in read &&
    renderSession(read.value) === renderSession(document) &&
    String(completed_stages) === String(unblockedStages(state.completed, state.block)) &&
    (contradictedStages(document).length === 0 || isLessAskedFor(facts)) &&
    delivery_blocked_by === state.block
  )
}

/** A run that was resumed without the gate, or without polish, is complete although they had not approved. */
function isLessAskedFor(facts: readonly RunFact[]): boolean {
  return policyIn(facts).skipPolish || facts.some((fact) => fact.type === 'gate-blocked' && !isGateAnswer(fact))
}

const isPassing = ({ status }: { readonly status: string }): boolean => status === 'passed'

function isType<Type extends RunFact['type']>(...types: readonly Type[]): (fact: RunFact) => fact is Fact<Type> {
  return (fact): fact is Fact<Type> => types.some((type) => type === fact.type)
}

/** What was said since the program was last started. */
function sinceStart(facts: readonly RunFact[]): readonly RunFact[] {
  return facts.slice(facts.findLastIndex(isType('run-started', 'resumed')))
}

/** The files are others after it. */
function isMove(fact: RunFact): boolean {
  const isWrite = fact.type === 'written' && fact.delta.length > 0
  return isWrite || isType('ignores-written', 'drift-accepted', 'rolled-back')(fact)
}

/** Since `exec` was entered last. */
function convergence(facts: readonly RunFact[]): readonly RunFact[] {
  return facts.slice(facts.findLastIndex((fact) => fact.type === 'entered' && fact.pass === 'exec'))
}

function policyIn(facts: readonly RunFact[]) {
  return facts.findLast(isType('run-started', 'resumed'))!.policy
}

/** The files after the last fact that tells of them. */
function treeAfter(facts: readonly RunFact[]): string | undefined {
  const index = facts.findLastIndex(
    isType('work-read', 'written', 'writer-rejected', 'rolled-back', 'ignores-written', 'drift-accepted'),
  )
  const fact = facts[index]
  if (fact?.type === 'drift-accepted') return facts.slice(0, index).findLast(isType('drift-found'))?.point.tree
  return fact !== undefined && 'point' in fact ? fact.point.tree : undefined
}

function isApproval(fact: RunFact, tree: string | undefined): boolean {
  if (fact.type !== 'reviewed' || fact.verdict !== 'APPROVE' || fact.point.tree !== tree) return false
  return fact.pass === 'exec' || fact.kind === 'replay'
}

/** Without issues it gave none. */
function isGateAnswer(fact: RunFact): boolean {
  return isType('gate-passed', 'gate-skipped')(fact) || (fact.type === 'gate-blocked' && fact.issues.length > 0)
}

function completedAfter(facts: readonly RunFact[]): ReadonlySet<Stage> {
  const cleared = facts.findLastIndex(isType('cleared', 'drift-accepted'))
  return new Set(facts.slice(cleared + 1).flatMap((fact) => (fact.type === 'stage-completed' ? [fact.stage] : [])))
}
