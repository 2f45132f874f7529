import type { OpenQuestion } from '../replies/question.ts'
import { isAnsweredIn } from '../run-answer.ts'
import { completedStagesOf, deliveryBlockOf } from '../session-file/session-defaults.ts'
import { type SessionDocument, supplementText } from '../session-file/session-document.ts'
import { type PhaseRound, roundsOf } from '../session-file/session-history.ts'
import { parseSession } from '../session-file/session-parse.ts'
import { planText } from '../session-file/session-plan.ts'
import type { RoundPhase } from '../session-file/session-round.ts'
import type { Fact } from './facts.ts'
import { leftBehind } from './fold-pass.ts'
import { heldDocument } from './held-stages.ts'
import { lastJudged, leftQuestions } from './left-questions.ts'
import { asksForChanges } from './refused-rounds.ts'
import type { RunState } from './state.ts'

/** Another tool's word counts for all that a session file says; what it cannot say (answers, cost) stays. */
export function imported(state: RunState, { text, point }: Fact<'imported'>): RunState {
  const told = importedDocument(text)
  const document = heldDocument(told)
  const { approvedPlan: plan, metadata } = document
  const rounds = roundsOf(told)
  const block = deliveryBlockOf(metadata)
  return {
    ...state,
    plan: plan === null ? null : { ...plan, text: planText(document) },
    draft: supplementText(document, 'Draft Plan') ?? null,
    completed: completedStagesOf(metadata),
    validFor: point,
    block,
    isBlockOpen: block !== null,
    checked: null,
    preflightAt: null,
    hooked: null,
    pass: null,
    ran: [],
    rounds: countRounds(rounds),
    hasExecuted: rounds.some(({ phase }) => phase === 'execution'),
    open: openIn(rounds, plan),
    left: leftIn(state, document),
    gate: null,
    toClear: null,
    drift: null,
    driftAcceptedBy: null,
    question: null,
    ending: null,
    outcome: null,
    postReview: null,
    point,
  }
}

/** It was parsed before it was written down. */
export function importedDocument(text: string): SessionDocument {
  const read = parseSession(text)
  if ('problems' in read) throw new Error(`the journal imports a session that is not one: ${read.problems[0]?.text}`)
  return read.value
}

function countRounds(rounds: readonly PhaseRound[]): RunState['rounds'] {
  const counts: Partial<Record<RoundPhase, number>> = {}
  for (const { phase, round } of rounds) counts[phase] = Math.max((counts[phase] ?? 0) + 1, round ?? 0)
  return counts
}

/** Of several questions the file tells those that were put: the others, and whether an answer was taken in, tells the journal. */
function leftIn(state: RunState, document: SessionDocument): RunState['left'] {
  const { pass } = state
  const asked = leftQuestions(document)
  if (asked !== null) {
    const questions = pass?.name === asked.pass && pass.questions.length > 0 ? pass.questions : asked.questions
    return { pass: asked.pass, questions, takesAnswer: false }
  }
  const left = leftBehind(state)
  if (left === null) return null
  const questions = unansweredOf(left.questions, state, document)
  return left.takesAnswer || questions.length > 0 ? { ...left, questions } : null
}

/** None if the file tells of a later look. */
function unansweredOf(
  questions: readonly OpenQuestion[],
  { rounds }: RunState,
  document: SessionDocument,
): readonly OpenQuestion[] {
  const { judged, notes } = lastJudged(document)
  if (judged === undefined || (judged.round ?? 0) > (rounds[judged.phase] ?? 0)) return []
  return questions.filter((question) => !isAnsweredIn(notes, question))
}

/** What was asked for last: of the plan, or of the execution and by its gate, whatever the verdict is called. */
function openIn(rounds: readonly PhaseRound[], plan: RunState['plan']): RunState['open'] {
  const isOfPass = ({ phase }: PhaseRound) =>
    plan === null ? phase === 'planning' : phase === 'execution' || phase === 'gate'
  const last = rounds.findLast(isOfPass)
  if (last === undefined || !asksForChanges(last)) return null
  return { pass: plan === null ? 'plan' : 'exec', issues: last.issues }
}
