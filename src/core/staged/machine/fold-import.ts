import { completedStagesOf, deliveryBlockOf } from '../session-file/session-defaults.ts'
import { type SessionDocument, supplementText } from '../session-file/session-document.ts'
import { readHistory } from '../session-file/session-history.ts'
import { parseSession } from '../session-file/session-parse.ts'
import type { RoundPhase, RoundRecord } from '../session-file/session-round.ts'
import type { Fact } from './facts.ts'
import type { RunState } from './state.ts'

/** Another tool's word counts for all that a session file says; what it cannot say (answers, cost) stays. */
export function imported(state: RunState, { text, point }: Fact<'imported'>): RunState {
  const document = importedDocument(text)
  const { approvedPlan: plan, metadata } = document
  const rounds = roundsOf(document)
  const block = deliveryBlockOf(metadata)
  return {
    ...state,
    plan,
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
    open: openIn(rounds),
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

interface PhaseRound extends RoundRecord {
  readonly phase: RoundPhase
}

/** A heading that does not name its phase belongs to the one the session is in. */
function roundsOf({ reviewHistory, currentPhase }: SessionDocument): readonly PhaseRound[] {
  return readHistory(reviewHistory).map((round) => ({ ...round, phase: round.phase ?? currentPhase }))
}

function countRounds(rounds: readonly PhaseRound[]): RunState['rounds'] {
  const counts: Partial<Record<RoundPhase, number>> = {}
  for (const { phase, round } of rounds) counts[phase] = Math.max((counts[phase] ?? 0) + 1, round ?? 0)
  return counts
}

/** What the last round of planning or execution asked for. */
function openIn(rounds: readonly PhaseRound[]): RunState['open'] {
  const last = rounds.findLast(({ phase }) => phase === 'planning' || phase === 'execution')
  if (last?.verdict !== 'REQUEST_CHANGES') return null
  return { pass: last.phase === 'planning' ? 'plan' : 'exec', issues: last.issues }
}
