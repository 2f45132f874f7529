import { noUsage } from '../../src/core/cost/usage.ts'
import type { RunAction } from '../../src/core/staged/machine/actions.ts'
import { decideRun } from '../../src/core/staged/machine/decide.ts'
import { emptyRun } from '../../src/core/staged/machine/empty-run.ts'
import type { Fact, RunEvent, RunFact } from '../../src/core/staged/machine/facts.ts'
import { foldFact } from '../../src/core/staged/machine/fold.ts'
import type { RunPolicy } from '../../src/core/staged/machine/policy.ts'
import type { RunState } from '../../src/core/staged/machine/state.ts'
import type { OpenQuestion } from '../../src/core/staged/replies/question.ts'

// A staged run in which every step is answered by a word, so that a story fits on a line.

export const plainPolicy: RunPolicy = {
  handsfree: false,
  stopAfter: 'delivery',
  planOnly: false,
  acceptExternal: false,
  softLimitPlan: 3,
  softLimitExec: 3,
  skipPolish: false,
  validates: false,
  gate: false,
  reviewerRetries: 0,
  maxDollars: null,
  maxTimeMs: null,
}

const mostFacts = 500

const tree = { head: 'a'.repeat(40), dirty: {} }
const spent = { backend: 'played', usage: noUsage, durationMs: 1000 }

export const plainStart: Fact<'run-started'> = {
  type: 'run-started',
  session: 's',
  named: {},
  validate: [],
  branch: 'topic',
  title: 'Limit logins',
  workItem: 'limit logins',
  policy: plainPolicy,
  begin: { entry: 'review-loop', title: 'Limit logins', problem: 'p', context: 'c', criteria: '- x' },
  backends: { session_origin: 'o', orchestrator_backend: 'o', executor_backend: 'e', reviewer_backend: 'r' },
}

export const plainWork: Fact<'work-read'> = { type: 'work-read', point: { head: '1', tree: '0' }, tree }

/** Where a story does not say when the files are read, it is right after the start. */
export function withWork(facts: readonly RunFact[], work: Fact<'work-read'> = plainWork): readonly RunFact[] {
  if (facts.some(({ type }) => type === 'work-read')) return facts
  return facts.flatMap((fact): readonly RunFact[] => (fact.type === 'run-started' ? [fact, work] : [fact]))
}

export interface Story {
  /** What was done, in short: 'write exec', 'review quality', 'ask drift', 'complete exec', 'end blocked'. */
  readonly steps: readonly string[]
  readonly events: readonly RunEvent[]
  readonly state: RunState
}

/**
 * Plays a run. `words` are by step ('write exec', 'review plan', 'wait drift'), each list in order; without a word all goes well.
 * Before any step, files can be 'edited', or 'formatted' by the commands that ran just now.
 * It ends when it is over, or when a question has no answer.
 */
export function playStory(begin: readonly RunFact[], words: Readonly<Record<string, readonly string[]>> = {}): Story {
  const events: RunEvent[] = []
  const steps: string[] = []
  const left = new Map(Object.entries(words).map(([step, list]) => [step, [...list]]))
  let state = emptyRun
  const note = (fact: RunFact): void => {
    events.push({ at: '', ...fact })
    state = foldFact(state, fact)
  }
  withWork(begin).forEach(note)
  for (;;) {
    if (events.length > mostFacts) throw new Error(`the story does not end: ${steps.slice(-6).join(', ')}`)
    const action = decideRun(state)
    const name = nameOf(action)
    const word = left.get(name)?.shift()
    if (word === 'edited' || word === 'formatted') {
      const by = word === 'edited' ? {} : { commands: ['npm test'] }
      const reasons = [{ reason: 'newly-dirty', paths: ['a.ts'], ...by }] as const
      const point = { head: '1', tree: word === 'edited' ? word : `${state.point?.tree}0` }
      note({ type: 'drift-found', kind: 'drift', reasons, point, tree })
      continue
    }
    if (action.step !== 'wait') steps.push(name)
    if (action.step === 'end' && state.outcome === null) note({ type: 'ended', ...rest(action), tree })
    if (action.step === 'end' || (action.step === 'wait' && word === undefined)) return { steps, events, state }
    note(factOf(action, state, word ?? 'well'))
  }
}

const rest = ({ outcome, reason, blockedBy }: Extract<RunAction, { step: 'end' }>) => ({ outcome, reason, blockedBy })

function nameOf(action: RunAction): string {
  if (action.step === 'end') return `end ${action.outcome}`
  if (action.step === 'clear') return `clear ${action.why}`
  if (action.step === 'complete') return `complete ${action.stage}`
  if (action.step === 'review' && action.kind === 'replay') return `replay ${action.pass}`
  if ('question' in action) return `${action.step} ${action.question.kind}`
  return 'pass' in action && action.pass !== null ? `${action.step} ${action.pass}` : action.step
}

/** What a word means: 'well', 'no-op', 'prose', 'code', 'rejected'; 'well', 'refused', 'refused <text>', 'failed', 'asks <text>'. */
function factOf(action: RunAction, state: RunState, word: string): RunFact {
  const point = state.point!
  switch (action.step) {
    case 'read-work':
      return plainWork
    case 'enter':
      return { type: 'entered', pass: action.pass }
    case 'write': {
      const { pass, round, attempt } = action
      const writes = word.endsWith('code') || word === 'prose' || (word === 'well' && pass === 'exec')
      const work = { pass, round, ...spent, point: writes ? { head: '1', tree: `${Number(point.tree) + 1}` } : point }
      if (word.startsWith('rejected')) return { type: 'writer-rejected', attempt, problems: ['no'], ...work }
      const delta = writes ? [{ path: 'a.ts', kind: 'modified' } as const] : []
      const kind = word === 'outside' || word === 'decision' ? word : null
      const questions: readonly OpenQuestion[] = kind === null ? [] : [{ text: 'which?', kind }]
      const told = { text: '## Solution Plan: x', result: 'done', changed: [{ path: 'a.ts', note: '' }], related: [] }
      return { type: 'written', ...told, delta, isNoOp: !writes, proseOnly: word === 'prose', questions, ...work }
    }
    case 'review': {
      const { pass, round, attempt, kind } = action
      const work = { pass, round, ...spent, point }
      if (word === 'failed')
        return { type: 'reviewer-failed', attempt, failure: { kind: 'JSON parsing', reason: 'x' }, ...work }
      const text = /^refused ?([^,]*)/.exec(word)?.[1]
      const issues =
        text === undefined ? [] : [{ severity: 'CRITICAL', text: text || `${round}`, file: 'a.ts', line: 1 } as const]
      const verdict = text === undefined ? 'APPROVE' : 'REQUEST_CHANGES'
      const asked = /(?:^|, )asks (.*)$/.exec(word)?.[1]
      const questions: readonly OpenQuestion[] = asked === undefined ? [] : [{ text: asked, kind: 'decision' }]
      return { type: 'reviewed', kind, verdict, issues, questions, ...work }
    }
    case 'baseline':
      return { type: 'baseline-validated', validations: validated(word), wrote: [] }
    case 'check':
      return { type: 'checked', pass: action.pass, validations: validated(word), wrote: [] }
    case 'roll-back':
      return { type: 'rolled-back', pass: action.pass, why: action.why, point: action.to }
    case 'approve-plan':
      return { type: 'plan-approved', text: action.text }
    case 'gate': {
      const issues =
        word === 'refused' ? [{ severity: 'CRITICAL', text: 'A race. Lock.', file: 'a.ts', line: 1 } as const] : []
      if (word === 'well') return { type: 'gate-passed', round: action.round, summary: 'fine', issues: [], ...spent }
      return { type: 'gate-blocked', round: action.round, reason: word, issues, ...spent }
    }
    case 'preflight':
      return {
        type: 'preflight',
        round: action.round,
        tracked: word === 'key' ? ['a.pem'] : [],
        secrets:
          word === 'secret' ? [{ severity: 'CRITICAL', text: 'Token (secret/x, F-1)', file: 'a.ts', line: 3 }] : [],
        missing: word === 'missing' ? ['*.pem'] : [],
      }
    case 'write-ignores':
      return {
        type: 'ignores-written',
        patterns: action.patterns,
        point: { head: '1', tree: `${Number(point.tree) + 1}` },
      }
    case 'complete':
      return { type: 'stage-completed', stage: action.stage, why: action.why }
    case 'clear':
      return { type: 'cleared', why: action.why }
    case 'accept-drift':
      return { type: 'drift-accepted', kind: 'drift', by: action.by, tree }
    case 'ask':
      return { type: 'asked', question: { ...action.question, text: '?' }, tree }
    case 'wait':
      return {
        type: 'answered',
        answer: { choice: action.question.allowed.find((one) => one === word)!, text: '' },
        by: 'Ann',
      }
    case 'consult': {
      const [choice = 'stop'] = action.question.allowed
      if (word === 'undecided') return { type: 'undecided', reason: 'x', usage: noUsage }
      return {
        type: 'decided',
        question: action.question,
        answer: { choice, text: 'yes' },
        reason: 'r',
        by: 'reviewer',
        usage: noUsage,
      }
    }
    case 'stop':
      return { type: 'stopped', stopPoint: action.at, tree }
    case 'deliver':
      return {
        type: 'delivered',
        commit: null,
        mixed: [],
        changelog: null,
        changedByHook: word === 'hooked' ? ['a.ts'] : [],
        point: word === 'hooked' ? { head: '2', tree: 'hooked' } : point,
        tree,
      }
    case 'end':
      throw new Error('there is no fact after the end')
  }
}

function validated(word: string): Fact<'checked'>['validations'] {
  const status = word === 'broken' ? 'failed' : 'passed'
  return [{ command: 'npm test', status, exitCode: 1, durationMs: 1, output: '' }]
}
