import { decide, type LoopAction } from '../../src/core/loop/decide.ts'
import { isActive } from '../../src/core/loop/entry-status.ts'
import { emptyState, foldEvent } from '../../src/core/loop/fold.ts'
import { loopGate } from '../../src/core/loop/loop-gate.ts'
import { isSilent } from '../../src/core/loop/open-claims.ts'
import { fixedRound, type LoopState } from '../../src/core/loop/state.ts'
import type { LoopAnswer, LoopOutcome, LoopPolicy, LoopReason, SessionFact } from '../../src/core/loop/types.ts'
import type { FixResult } from '../../src/types.ts'
import { started, validation } from '../support/loop-journal.ts'
import {
  filesBetween,
  type Line,
  lineAt,
  lineCount,
  mended,
  outcomeOf,
  pointAt,
  type ReviewDamage,
  reviewFact,
} from './loop-world.ts'

// A loop as the program decides it, on code that is a word: see loop-world.ts. What everybody says and does depends on the code
// and the round alone, so that damage is the only difference between two runs.

/** What a fixer does about a line that it is given. */
export type Skill = 'mends' | 'tries' | 'leaves' | 'unable'

export interface PlayedLine extends Line {
  readonly fixer: Skill
  /** When the validation command fails because of this line. */
  readonly breaks: 'never' | 'as written' | 'when changed'
}

export interface World {
  readonly lines: readonly PlayedLine[]
  readonly policy: Pick<LoopPolicy, 'maxRounds' | 'onLimit' | 'commit' | 'validate' | 'baseline'>
  /** What a person says when asked; `accept`: every claim that could not be checked is a finding. */
  readonly person: Partial<Record<LoopReason, LoopAnswer | 'accept'>>
}

export type Damage =
  | ReviewDamage
  /** The reply of the fixer cannot be read: what it did is undone. */
  | { readonly to: 'fixer'; readonly call: number }
  /** A command that fails runs out of time instead. */
  | { readonly to: 'validation'; readonly call: number }

export interface Played {
  readonly outcome: LoopOutcome | 'unanswered'
  readonly journal: readonly SessionFact[]
  /** The files after each line of the journal. */
  readonly trees: readonly string[]
  /** A gate that passes although it would not, had what arrived then been whole. */
  readonly improved: string | null
}

interface Play {
  readonly world: World
  readonly damages: readonly Damage[]
  /** Calls until now, of each kind. */
  readonly calls: { review: number; fix: number; validate: number }
  tree: string
  state: LoopState
  /** The same journal with everything whole that was damaged. */
  twin: LoopState
  readonly journal: SessionFact[]
  readonly trees: string[]
  improved: string | null
}

export const sessionId = '00000000-0000-4000-8000-000000000000'
const mostSteps = 150

export function play(world: World, damages: readonly Damage[] = []): Played {
  const all = begin(world, damages, emptyState, 'a'.repeat(world.lines.length).padEnd(lineCount, mended))
  const start = { ...started({ ...world.policy, hardCap: 5 }), session: sessionId } as SessionFact
  note(all, start)
  return goOn(all)
}

/** From what is left of a journal, with the files as they are. */
export function resume(world: World, journal: readonly SessionFact[], tree: string): Played {
  const all = begin(world, [], journal.reduce(foldEvent, emptyState), tree)
  note(all, { type: 'resumed', point: pointAt(tree) })
  return goOn(all)
}

function begin(world: World, damages: readonly Damage[], state: LoopState, tree: string): Play {
  const calls = { review: 0, fix: 0, validate: 0 }
  return { world, damages, calls, tree, state, twin: state, journal: [], trees: [], improved: null }
}

function note(all: Play, fact: SessionFact, whole: SessionFact | null = fact): void {
  all.journal.push(fact)
  all.trees.push(all.tree)
  const before = all.state
  all.state = foldEvent(before, fact)
  // Until the first damage both are the same.
  if (whole === fact && all.twin === before) all.twin = all.state
  else if (whole !== null) all.twin = foldEvent(all.twin, whole)
  if (all.twin === all.state) return
  const [gate, other] = [loopGate(all.state), loopGate(all.twin)]
  if (gate.result === 'pass' && other.result !== 'pass')
    all.improved ??= `after ${fact.type} ${all.state.rounds.length}: ${other.result}, ${other.reasons.join(' ')}`
}

function goOn(all: Play): Played {
  for (let step = 0; ; step += 1) {
    if (step > mostSteps) throw new Error('the loop does not end')
    const action = decide(all.state)
    const { point } = all.state
    if (looksAtFiles(action) && point !== null && point.tree !== all.tree) {
      note(all, { type: 'user-changed', round: all.state.rounds.length, found: pointAt(all.tree), why: 'edited' })
    } else if (action.step === 'end') {
      if (all.state.outcome === null)
        note(all, { type: 'ended', outcome: action.outcome, reason: action.reason, head: 'head' })
      return { outcome: action.outcome, journal: all.journal, trees: all.trees, improved: all.improved }
    } else for (const noted of perform(all, action)) note(all, ...noted)
  }
}

function looksAtFiles(action: LoopAction): boolean {
  if (action.step === 'end') return action.outcome === 'approved' || action.outcome === 'accepted'
  return ['review', 'fix', 'restore', 'revert', 'commit'].includes(action.step)
}

/** What is written down, and what would be if it were whole; null: nothing. */
type Noted = readonly [fact: SessionFact, whole?: SessionFact | null]

function perform(all: Play, action: Exclude<LoopAction, { step: 'end' }>): readonly Noted[] {
  const point = () => pointAt(all.tree)
  switch (action.step) {
    case 'record':
      return [[{ type: 'work-recorded', point: point() }]]
    case 'baseline':
      return [validate(all, { type: 'baseline-validated' })]
    case 'review':
      return [review(all, action.round)]
    case 'fix':
      return [[{ type: 'fix-made', round: action.round, fix: fix(all), point: point() }]]
    case 'validate':
      return [validate(all, { type: 'fix-validated', round: action.round, attempt: action.attempt })]
    case 'commit':
      return [[{ type: 'fix-committed', round: action.round, commit: 'fix', point: point() }]]
    case 'restore':
    case 'revert': {
      all.tree = fixedRound(all.state).point.tree
      const commit = action.step === 'revert' ? 'revert' : null
      return [[{ type: 'rolled-back', round: action.round, why: action.why, commit, point: point() }]]
    }
    case 'certify':
      return [[{ type: 'certified', round: action.round, certificates: [] }]]
    case 'ask':
      return [[asked(action)]]
    case 'answer':
      return [
        ...(all.state.question === null ? [[asked(action)] as const] : []),
        [{ type: 'answered', answer: action.answer, by: 'the policy', why: action.why }],
      ]
    case 'wait':
      return [[answer(all, action)]]
  }
}

function asked({ question }: Extract<LoopAction, { step: 'ask' | 'answer' }>): SessionFact {
  return { type: 'asked', question: { ...question, text: '' } }
}

function review(all: Play, round: number): Noted {
  const { damages, world, tree } = all
  const call = all.calls.review++
  const harms = damages.filter((each) => each.to === 'finding' || each.to === 'reviewer')
  const fact = reviewFact(world.lines, { tree, round, call }, harms, all.state)
  if (all.twin === all.state && !harms.some((each) => each.call === call)) return [fact]
  // One that comes to no verdict is asked for again, and no round.
  return [fact, isSilent(fact.gate) ? null : reviewFact(world.lines, { tree, round, call }, [], all.twin)]
}

function fix(all: Play): FixResult {
  const call = all.calls.fix++
  const isLost = all.damages.some((each) => each.to === 'fixer' && each.call === call)
  const given = all.state.ledger
    .filter(isActive)
    .map(({ id, finding: { file, line } }) => ({ id, line: lineAt(file, line) }))
  const skillOf = ({ line }: { readonly line: number }) => all.world.lines[line]?.fixer ?? 'unable'
  const unable = given.filter((each) => skillOf(each) === 'unable')
  const addressed = given.filter((each) => skillOf(each) !== 'unable')
  const before = all.tree
  if (!isLost) for (const each of addressed) all.tree = changed(all.tree, each.line, skillOf(each))
  const changedFiles = filesBetween(before, all.tree)
  return {
    status: isLost ? 'failed' : addressed.length === 0 ? 'unable' : 'fixed',
    addressed: isLost ? [] : addressed.map(({ id }) => ({ id, how: 'so' })),
    unable: isLost ? [] : unable.map(({ id }) => ({ id, reason: 'no' })),
    changedFiles,
    unnamedFiles: [],
    beyondFiles: [],
    restored: changedFiles.length === 0,
    problems: isLost ? ['its reply is no JSON'] : [],
    outcome: outcomeOf('fixer', isLost ? 'failed' : 'ok'),
  }
}

function changed(tree: string, line: number, skill: Skill): string {
  const now = tree[line] ?? ''
  if (skill === 'leaves' || now === mended) return tree
  const next = skill === 'mends' ? mended : String.fromCharCode(now.charCodeAt(0) + 1)
  return `${tree.slice(0, line)}${next}${tree.slice(line + 1)}`
}

type Validated = { type: 'baseline-validated' } | { type: 'fix-validated'; round: number; attempt: number }

function validate(all: Play, what: Validated): Noted {
  const call = all.calls.validate++
  const isLost = all.damages.some((each) => each.to === 'validation' && each.call === call)
  const status = isBroken(all.world.lines, all.tree) ? 'failed' : 'passed'
  const whole = all.world.policy.validate.map((command) => validation(status, command))
  if (!isLost) return [{ ...what, validations: whole }]
  const late = whole.map((each) => (each.status === 'failed' ? validation('timed_out', each.command) : each))
  return [
    { ...what, validations: late },
    { ...what, validations: whole },
  ]
}

/** Whether the validation command fails on these files. */
export function isBroken(lines: readonly PlayedLine[], tree: string): boolean {
  return lines.some(({ breaks }, line) => breaks !== 'never' && (breaks === 'as written') === (tree[line] === 'a'))
}

/** At last a person leaves it. */
function answer(all: Play, { question }: Extract<LoopAction, { step: 'wait' }>): SessionFact {
  const said = all.world.person[question.reason] ?? 'a'
  if (said === 'accept' && all.state.claims.length > 0) {
    const accepted = { decision: 'accept', by: 'Anna', why: '', at: '2026-01-01' } as const
    const decisions = all.state.claims.map(({ id }) => ({ id, ...accepted }))
    return { type: 'resumed', point: pointAt(all.tree), decisions }
  }
  const isAllowed = said !== 'accept' && question.allowed.includes(said)
  return { type: 'answered', answer: isAllowed ? said : 'a', by: 'Anna', why: 'because' }
}
