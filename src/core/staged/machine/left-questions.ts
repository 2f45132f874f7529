import { type OpenQuestion, readQuestion } from '../replies/question.ts'
import { settles, unansweredIn } from '../run-answer.ts'
import type { SessionDocument } from '../session-file/session-document.ts'
import { type PhaseRound, roundsOf } from '../session-file/session-history.ts'
import type { PassName } from './passes.ts'
import { partOf } from './refused-rounds.ts'

/** What a reviewer asked in the last round of a session file, and nobody has answered there; null for nothing. */
export function leftQuestions(
  document: SessionDocument,
): { readonly pass: PassName; readonly questions: readonly OpenQuestion[] } | null {
  const last = roundsOf(document).at(-1)
  if (last?.verdict == null) return null
  const asked = unansweredIn(last.notes)
  const quoted = last.notes.some(settles) ? [] : last.questions.map(readQuestion)
  const questions = asked === undefined ? quoted : [asked]
  return questions.length === 0 ? null : { pass: passOf(last, document), questions }
}

/** The pass whose writer an answer goes to. */
function passOf(round: PhaseRound, { approvedPlan }: SessionDocument): PassName {
  const { phase } = round
  if (phase === 'planning' && approvedPlan === null) return 'plan'
  if (phase === 'polish') return partOf(round) ?? 'quality'
  return phase === 'docs' ? 'docs' : 'exec'
}
