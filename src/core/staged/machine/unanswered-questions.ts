import { type OpenQuestion, readQuestion } from '../replies/question.ts'
import { askedIn, beginsWithAnswer, isAnsweredIn, unansweredIn } from '../run-answer.ts'
import type { SessionDocument } from '../session-file/session-document.ts'
import { type PhaseRound, roundsOf } from '../session-file/session-history.ts'
import { execPass, type PassName, passes, planPass, stageTable } from '../stage-table.ts'
import { passesIn } from '../stages.ts'
import { partOf, speaksFor } from './refused-rounds.ts'

export interface UnansweredQuestions {
  readonly pass: PassName
  readonly questions: readonly OpenQuestion[]
}

/** Questions in the rounds of a session file that no later note answers. A later verdict on the same work settles them. */
export function unansweredQuestions(document: SessionDocument): readonly UnansweredQuestions[] {
  const rounds = roundsOf(document)
  return rounds.flatMap((round, index) => {
    const later = rounds.slice(index + 1)
    if (later.some((other) => judgesAgain(other, round))) return []
    const notes = [round, ...later].flatMap((one) => one.notes)
    const questions = [...putIn(round, notes), ...quotedIn(round, notes)]
    return questions.length === 0 ? [] : [{ pass: passOf(round, document), questions }]
  })
}

/** A verdict of the gate does not settle what was asked in the execution. */
function judgesAgain(later: PhaseRound, round: PhaseRound): boolean {
  return later.verdict !== null && later.phase === round.phase && speaksFor(later, round)
}

function putIn(round: PhaseRound, notes: readonly string[]): readonly OpenQuestion[] {
  return unansweredIn(notes).flatMap((note) => (round.notes.includes(note) ? (askedIn(note) ?? []) : []))
}

/** Somebody may also answer what was not put before. */
function quotedIn({ questions }: PhaseRound, notes: readonly string[]): readonly OpenQuestion[] {
  if (beginsWithAnswer(notes)) return []
  return questions.map(readQuestion).filter((question) => !isAnsweredIn(notes, question))
}

/** The pass whose writer an answer goes to. */
function passOf(round: PhaseRound, { approvedPlan }: SessionDocument): PassName {
  if (stageTable[round.phase].stage === null) return approvedPlan === null ? planPass : execPass
  const writing = passesIn(round.phase).filter((name) => passes[name].writer !== null)
  const reviewed = writing.find((name) => passes[name].looker === 'reviewer')
  return partOf(round) ?? reviewed ?? writing[0] ?? execPass
}
