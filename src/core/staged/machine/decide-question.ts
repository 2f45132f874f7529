import { passes } from '../stage-table.ts'
import type { RunAction, Step } from './actions.ts'
import { type AskedQuestion, allowedAnswers, type QuestionKind } from './questions.ts'
import { limitOf, type PassState, policyOf, type RunState } from './state.ts'

/** Undefined when nothing is asked. What only a person knows comes first. */
export function decideQuestions(state: RunState, { questions }: PassState): RunAction | undefined {
  const kind = (['outside', 'decision'] as const).find((wanted) => questions.some((one) => one.kind === wanted))
  if (kind === undefined) return undefined
  const texts = questions.filter((one) => one.kind === kind).map(({ text }) => text)
  return askOrConsult(state, questionOf(state, kind, texts))
}

export function ask(state: RunState, kind: QuestionKind, about: readonly string[]): Step<'ask'> {
  return { step: 'ask', question: questionOf(state, kind, about) }
}

/** Hands-free, the reviewer decides what may be decided without a person. What was asked already is waited for. */
export function askOrConsult(state: RunState, question: AskedQuestion): RunAction {
  if (mayConsult(state, question)) return { step: 'consult', question }
  return state.question === null ? { step: 'ask', question } : { step: 'wait', question: state.question }
}

export function questionOf(state: RunState, kind: QuestionKind, about: readonly string[]): AskedQuestion {
  const { pass, rounds } = state
  const round = pass === null ? 0 : (rounds[passes[pass.name].phase] ?? 0)
  return { kind, pass: pass?.name ?? null, round, about, allowed: allowedAnswers[kind] }
}

/** Who asks for ever is not answered for ever. */
const mostDecisions = 12

/** In one pass no more often than it may go on without a person. */
function mayConsult(state: RunState, { kind, pass: name }: AskedQuestion): boolean {
  const { pass } = state
  if (!policyOf(state).handsfree || state.isUndecided) return false
  if (state.answers.filter(({ isAutonomous }) => isAutonomous).length >= mostDecisions) return false
  if (kind === 'decision') return pass !== null && pass.decided < limitOf(state, pass)
  return kind === 'soft-limit' && name !== null && passes[name].atCap === 'consult'
}
