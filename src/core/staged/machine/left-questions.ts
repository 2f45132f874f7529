import { type OpenQuestion, readQuestion } from '../replies/question.ts'
import { askedIn, settles, unansweredIn } from '../run-answer.ts'
import type { SessionDocument } from '../session-file/session-document.ts'
import { type PhaseRound, roundsOf } from '../session-file/session-history.ts'
import type { PassName } from './passes.ts'
import { partOf } from './refused-rounds.ts'

/**
 * What a reviewer asked in the last round of a session file that has a verdict, and nobody has answered there or below it; null for
 * nothing. Where nobody judged in a later round, what was asked is still open.
 */
export function leftQuestions(
  document: SessionDocument,
): { readonly pass: PassName; readonly questions: readonly OpenQuestion[] } | null {
  const { judged, notes } = lastJudged(document)
  if (judged === undefined) return null
  const open = unansweredIn(notes).filter((note) => judged.notes.includes(note))
  const put = open.flatMap((note) => askedIn(note) ?? [])
  const quoted = notes.some(settles) ? [] : judged.questions.map(readQuestion)
  const questions = put.length === 0 ? quoted : put
  return questions.length === 0 ? null : { pass: passOf(judged, document), questions }
}

/** The last round with a verdict, and what is noted from there on: whoever was asked may have answered below a later one. */
export function lastJudged(document: SessionDocument): {
  readonly judged: PhaseRound | undefined
  readonly notes: readonly string[]
} {
  const rounds = roundsOf(document)
  const index = rounds.findLastIndex(({ verdict }) => verdict !== null)
  if (index < 0) return { judged: undefined, notes: [] }
  return { judged: rounds[index], notes: rounds.slice(index).flatMap(({ notes }) => notes) }
}

/** The pass whose writer an answer goes to. */
function passOf(round: PhaseRound, { approvedPlan }: SessionDocument): PassName {
  const { phase } = round
  if (phase === 'planning' && approvedPlan === null) return 'plan'
  if (phase === 'polish') return partOf(round) ?? 'quality'
  return phase === 'docs' ? 'docs' : 'exec'
}
