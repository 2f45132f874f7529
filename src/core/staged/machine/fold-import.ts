import { checkDrift, type TreeState } from '../drift.ts'
import type { OpenQuestion } from '../replies/question.ts'
import { isAnsweredIn } from '../run-answer.ts'
import { readFileList } from '../session-file/file-list.ts'
import { baselineOf, completedStagesOf, deliveryBlockOf } from '../session-file/session-defaults.ts'
import { type SessionDocument, supplementText } from '../session-file/session-document.ts'
import { type PhaseRound, roundsOf } from '../session-file/session-history.ts'
import { parseSession } from '../session-file/session-parse.ts'
import { planText } from '../session-file/session-plan.ts'
import { execPass, execStage, passes, planPass, type RoundPhase, stageTable } from '../stage-table.ts'
import { passNames, stageOf } from '../stages.ts'
import type { Fact } from './facts.ts'
import { leftBehind, withQuestion } from './fold-pass.ts'
import { asksForChanges, partOf } from './refused-rounds.ts'
import type { RunState } from './state.ts'
import { supportedDocument } from './supported-claims.ts'
import { type UnansweredQuestions, unansweredQuestions } from './unanswered-questions.ts'

/** Another tool's word counts for all that a session file says; what it cannot say (answers, cost) stays. */
export function imported(state: RunState, { text, unapproved, point }: Fact<'imported'>): RunState {
  const told = importedDocument(text)
  const document = supportedDocument(told, unapproved)
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
    changedByHook: null,
    pass: null,
    ran: [],
    rounds: countRounds(rounds),
    hasExecuted: tellsOfExecution(told),
    open: openIn(rounds, plan),
    left: leftIn(state, document),
    gate: null,
    refusal: null,
    toClear: null,
    drift: null,
    driftAcceptedBy: null,
    question: null,
    ending: null,
    outcome: null,
    postReviewSession: null,
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

/** Also where it only claims so: then what is there is looked at first. */
function tellsOfExecution(document: SessionDocument): boolean {
  const isTold = roundsOf(document).some(({ phase }) => phase === passes[execPass].phase)
  return isTold || completedStagesOf(document.metadata).includes(execStage)
}

/**
 * Whether nobody has executed so far, or nothing came of it. A tree that somebody accepted is told as the beginning as well: what was
 * done before is listed then.
 */
export function isUntouched(document: SessionDocument, found: TreeState): boolean {
  if (!tellsOfExecution(document)) return true
  const baseline = baselineOf(document.metadata)
  if ('missing' in baseline || readFileList(document.filesChanged).length > 0) return false
  return checkDrift({ recorded: baseline.value.base, found, newCommits: null, sessionCommits: [] }).kind === 'ok'
}

function countRounds(rounds: readonly PhaseRound[]): RunState['rounds'] {
  const counts: Partial<Record<RoundPhase, number>> = {}
  for (const { phase, round } of rounds) counts[phase] = Math.max((counts[phase] ?? 0) + 1, round ?? 0)
  return counts
}

/**
 * What the file asks, and what the journal knows beside it: of several questions the file tells those that were put, and not whether an
 * answer was taken in. All of it is asked in the first pass that something is asked in: what comes after is not complete.
 */
function leftIn(state: RunState, document: SessionDocument): RunState['left'] {
  const known = leftBehind(state)
  const open = known === null ? [] : unansweredOf(known, state, document)
  // The journal knows better which pass asks: a note stands below the last round, whatever that was.
  const told = unansweredQuestions(document).filter((left) => left.questions.reduce(withQuestion, open) !== open)
  const questions = told.flatMap((left) => left.questions).reduce(withQuestion, open)
  const pass = passNames.find((name) => known?.pass === name || told.some((left) => left.pass === name))
  const takesAnswer = known?.takesAnswer === true
  return pass !== undefined && (takesAnswer || questions.length > 0) ? { pass, questions, takesAnswer } : null
}

/** None if the file tells of a later look at the same. */
function unansweredOf(
  { pass, questions }: UnansweredQuestions,
  { rounds }: RunState,
  document: SessionDocument,
): readonly OpenQuestion[] {
  const { phase } = passes[pass]
  const told = roundsOf(document)
  const isLater = (round: PhaseRound) =>
    round.verdict !== null &&
    round.phase === phase &&
    (partOf(round) ?? pass) === pass &&
    (round.round ?? 0) > (rounds[phase] ?? 0)
  const notes = told.flatMap((round) => round.notes)
  return told.some(isLater) ? [] : questions.filter((question) => !isAnsweredIn(notes, question))
}

/** What was asked for last: of the plan, or of the execution and by its gate, whatever the verdict is called. */
function openIn(rounds: readonly PhaseRound[], plan: RunState['plan']): RunState['open'] {
  const pass = plan === null ? planPass : execPass
  const last = rounds.findLast(({ phase }) => stageTable[phase].stage === stageOf(pass))
  if (last === undefined || !asksForChanges(last)) return null
  return { pass, issues: last.issues }
}
